# torchvision.models.resnet: residual networks (He et al. 2015, ResNeXt, Wide ResNet), untrained.
#
# Attributes have torchvision's names, and random numbers its order, so that state dicts and seeds mean the same.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torch import nn
from torchvision.models._untrained import BOTH, trained, untrained


def conv3x3(in_planes, out_planes, stride=1, groups=1, dilation=1):
    return nn.Conv2d(in_planes, out_planes, 3, stride, padding=dilation, dilation=dilation, groups=groups, bias=False)


def conv1x1(in_planes, out_planes, stride=1):
    return nn.Conv2d(in_planes, out_planes, 1, stride, bias=False)


class BasicBlock(nn.Module):
    """Two convolutions 3 x 3 of `planes` channels, and the input added to them."""

    expansion = 1

    def __init__(self, inplanes, planes, stride=1, downsample=None, groups=1, base_width=64, dilation=1, norm_layer=None):
        super().__init__()
        if groups != 1 or base_width != 64:
            raise ValueError("BasicBlock only supports groups=1 and base_width=64")
        if dilation > 1:
            raise NotImplementedError("Dilation > 1 not supported in BasicBlock")
        norm = nn.BatchNorm2d if norm_layer is None else norm_layer
        self.conv1 = conv3x3(inplanes, planes, stride)
        self.bn1 = norm(planes)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = conv3x3(planes, planes)
        self.bn2 = norm(planes)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x):
        """From (n, inplanes, h, w) to (n, planes, h / stride, w / stride)."""
        y = self.relu(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(y))
        y += x if self.downsample is None else self.downsample(x)
        return self.relu(y)


class Bottleneck(nn.Module):
    """Convolutions 1 x 1, 3 x 3 (which has the stride) and 1 x 1, the last to 4 * `planes` channels."""

    expansion = 4

    def __init__(self, inplanes, planes, stride=1, downsample=None, groups=1, base_width=64, dilation=1, norm_layer=None):
        super().__init__()
        norm = nn.BatchNorm2d if norm_layer is None else norm_layer
        inner = int(planes * (base_width / 64.0)) * groups
        outer = planes * self.expansion
        self.conv1 = conv1x1(inplanes, inner)
        self.bn1 = norm(inner)
        self.conv2 = conv3x3(inner, inner, stride, groups, dilation)
        self.bn2 = norm(inner)
        self.conv3 = conv1x1(inner, outer)
        self.bn3 = norm(outer)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x):
        """From (n, inplanes, h, w) to (n, 4 * planes, h / stride, w / stride)."""
        y = self.relu(self.bn1(self.conv1(x)))
        y = self.relu(self.bn2(self.conv2(y)))
        y = self.bn3(self.conv3(y))
        y += x if self.downsample is None else self.downsample(x)
        return self.relu(y)


class ResNet(nn.Module):
    """Four layers of `layers[i]` blocks each; a class of blocks has `expansion` and the arguments of Bottleneck.

    `replace_stride_with_dilation`: whether layer 2, 3, 4 keep their size and dilate instead."""

    def __init__(self, block, layers, num_classes=1000, zero_init_residual=False, groups=1, width_per_group=64,
                 replace_stride_with_dilation=None, norm_layer=None):
        super().__init__()
        dilates = [False, False, False] if replace_stride_with_dilation is None else replace_stride_with_dilation
        if len(dilates) != 3:
            raise ValueError(f"replace_stride_with_dilation should be None or a 3-element tuple, got {dilates}")
        self._norm_layer = nn.BatchNorm2d if norm_layer is None else norm_layer
        self.inplanes = 64
        self.dilation = 1
        self.groups = groups
        self.base_width = width_per_group
        self.conv1 = nn.Conv2d(3, 64, 7, 2, padding=3, bias=False)
        self.bn1 = self._norm_layer(64)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(3, 2, padding=1)
        self.layer1 = self._make_layer(block, 64, layers[0])
        self.layer2 = self._make_layer(block, 128, layers[1], 2, dilates[0])
        self.layer3 = self._make_layer(block, 256, layers[2], 2, dilates[1])
        self.layer4 = self._make_layer(block, 512, layers[3], 2, dilates[2])
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(512 * block.expansion, num_classes)

        for part in self.modules():
            if isinstance(part, nn.Conv2d):
                nn.init.kaiming_normal_(part.weight, mode="fan_out", nonlinearity="relu")
            elif isinstance(part, (nn.BatchNorm2d, nn.GroupNorm)):
                nn.init.constant_(part.weight, 1)
                nn.init.constant_(part.bias, 0)
        if zero_init_residual:
            # Each block starts as its shortcut.
            for part in self.modules():
                last = part.bn3 if isinstance(part, Bottleneck) else part.bn2 if isinstance(part, BasicBlock) else None
                if last is not None and last.weight is not None:
                    nn.init.constant_(last.weight, 0)

    def _make_layer(self, block, planes, blocks, stride=1, dilate=False):
        outer = planes * block.expansion
        first_dilation = self.dilation
        if dilate:
            self.dilation = self.dilation * stride
            stride = 1
        shortcut = None
        if stride != 1 or self.inplanes != outer:
            shortcut = nn.Sequential(conv1x1(self.inplanes, outer, stride), self._norm_layer(outer))
        parts = [block(self.inplanes, planes, stride, shortcut, self.groups, self.base_width, first_dilation, self._norm_layer)]
        self.inplanes = outer
        for _ in range(1, blocks):
            parts.append(block(outer, planes, groups=self.groups, base_width=self.base_width, dilation=self.dilation, norm_layer=self._norm_layer))
        return nn.Sequential(*parts)

    def _forward_impl(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(self.avgpool(x).flatten(1))

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        return self._forward_impl(x)


#
# Models by their names
#


resnet18 = untrained("resnet18", ResNet, BasicBlock, [2, 2, 2, 2])
resnet34 = untrained("resnet34", ResNet, BasicBlock, [3, 4, 6, 3])
resnet50 = untrained("resnet50", ResNet, Bottleneck, [3, 4, 6, 3])
resnet101 = untrained("resnet101", ResNet, Bottleneck, [3, 4, 23, 3])
resnet152 = untrained("resnet152", ResNet, Bottleneck, [3, 8, 36, 3])
resnext50_32x4d = untrained("resnext50_32x4d", ResNet, Bottleneck, [3, 4, 6, 3], groups=32, width_per_group=4)
resnext101_32x8d = untrained("resnext101_32x8d", ResNet, Bottleneck, [3, 4, 23, 3], groups=32, width_per_group=8)
resnext101_64x4d = untrained("resnext101_64x4d", ResNet, Bottleneck, [3, 4, 23, 3], groups=64, width_per_group=4)
wide_resnet50_2 = untrained("wide_resnet50_2", ResNet, Bottleneck, [3, 4, 6, 3], width_per_group=128)
wide_resnet101_2 = untrained("wide_resnet101_2", ResNet, Bottleneck, [3, 4, 23, 3], width_per_group=128)

ResNet18_Weights = trained("ResNet18_Weights", IMAGENET1K_V1={})
ResNet34_Weights = trained("ResNet34_Weights", IMAGENET1K_V1={})
ResNet50_Weights = trained("ResNet50_Weights", **BOTH)
ResNet101_Weights = trained("ResNet101_Weights", **BOTH)
ResNet152_Weights = trained("ResNet152_Weights", **BOTH)
ResNeXt50_32X4D_Weights = trained("ResNeXt50_32X4D_Weights", **BOTH)
ResNeXt101_32X8D_Weights = trained("ResNeXt101_32X8D_Weights", **BOTH)
ResNeXt101_64X4D_Weights = trained("ResNeXt101_64X4D_Weights", IMAGENET1K_V1={"resize_size": 232})
Wide_ResNet50_2_Weights = trained("Wide_ResNet50_2_Weights", **BOTH)
Wide_ResNet101_2_Weights = trained("Wide_ResNet101_2_Weights", **BOTH)

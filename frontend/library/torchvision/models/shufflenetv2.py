# torchvision.models.shufflenetv2: halves of the channels in turn (Ma et al. 2018), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch import nn
from torchvision.models._untrained import trained, untrained


def channel_shuffle(x, groups):
    """Channel i of group g becomes channel i * groups + g."""
    n, channels, height, width = x.size()
    return x.view(n, groups, channels // groups, height, width).transpose(1, 2).reshape(n, channels, height, width)


def _conv_norm(inner, outer, kernel, stride=1, groups=1):
    return [nn.Conv2d(inner, outer, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(outer)]


class InvertedResidual(nn.Module):
    """With stride 1 half of the channels passes as it is; else both halves are made of all channels."""

    def __init__(self, inp, oup, stride):
        super().__init__()
        if stride < 1 or stride > 3:
            raise ValueError("illegal stride value")
        if stride == 1 and inp != oup // 2 * 2:
            raise ValueError(f"Invalid combination of stride {stride}, inp {inp} and oup {oup} values. "
                             "If stride == 1 then inp should be equal to oup // 2 << 1.")
        half = oup // 2
        self.stride = stride
        self.branch1 = nn.Sequential()
        if stride > 1:
            self.branch1 = nn.Sequential(*_conv_norm(inp, inp, 3, stride, inp), *_conv_norm(inp, half, 1), nn.ReLU(inplace=True))
        self.branch2 = nn.Sequential(*_conv_norm(inp if stride > 1 else half, half, 1), nn.ReLU(inplace=True),
                                     *_conv_norm(half, half, 3, stride, half), *_conv_norm(half, half, 1), nn.ReLU(inplace=True))

    def forward(self, x):
        if self.stride == 1:
            kept, changed = x.chunk(2, dim=1)
        else:
            kept = self.branch1(x)
            changed = x
        return channel_shuffle(torch.cat([kept, self.branch2(changed)], 1), 2)


class ShuffleNetV2(nn.Module):
    """Three stages of `stages_repeats[i]` blocks; `stages_out_channels` begins with the first convolution and ends with the last one."""

    def __init__(self, stages_repeats, stages_out_channels, num_classes=1000, inverted_residual=InvertedResidual):
        super().__init__()
        if len(stages_repeats) != 3:
            raise ValueError("expected stages_repeats as list of 3 positive ints")
        if len(stages_out_channels) != 5:
            raise ValueError("expected stages_out_channels as list of 5 positive ints")
        self._stage_out_channels = stages_out_channels
        self.conv1 = nn.Sequential(*_conv_norm(3, stages_out_channels[0], 3, 2), nn.ReLU(inplace=True))
        self.maxpool = nn.MaxPool2d(3, 2, padding=1)
        self.stage2 = self._stage(0, stages_repeats[0], inverted_residual)
        self.stage3 = self._stage(1, stages_repeats[1], inverted_residual)
        self.stage4 = self._stage(2, stages_repeats[2], inverted_residual)
        self.conv5 = nn.Sequential(*_conv_norm(stages_out_channels[3], stages_out_channels[4], 1), nn.ReLU(inplace=True))
        self.fc = nn.Linear(stages_out_channels[4], num_classes)

    def _stage(self, number, repeats, block):
        outer = self._stage_out_channels[number + 1]
        parts = [block(self._stage_out_channels[number], outer, 2)]
        for _ in range(repeats - 1):
            parts.append(block(outer, outer, 1))
        return nn.Sequential(*parts)

    def _forward_impl(self, x):
        x = self.stage4(self.stage3(self.stage2(self.maxpool(self.conv1(x)))))
        return self.fc(self.conv5(x).mean([2, 3]))

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        return self._forward_impl(x)


def _named(name, widths):
    return untrained(name, ShuffleNetV2, [4, 8, 4], widths)


shufflenet_v2_x0_5 = _named("shufflenet_v2_x0_5", [24, 48, 96, 192, 1024])
shufflenet_v2_x1_0 = _named("shufflenet_v2_x1_0", [24, 116, 232, 464, 1024])
shufflenet_v2_x1_5 = _named("shufflenet_v2_x1_5", [24, 176, 352, 704, 1024])
shufflenet_v2_x2_0 = _named("shufflenet_v2_x2_0", [24, 244, 488, 976, 2048])

ShuffleNet_V2_X0_5_Weights = trained("ShuffleNet_V2_X0_5_Weights", IMAGENET1K_V1={})
ShuffleNet_V2_X1_0_Weights = trained("ShuffleNet_V2_X1_0_Weights", IMAGENET1K_V1={})
ShuffleNet_V2_X1_5_Weights = trained("ShuffleNet_V2_X1_5_Weights", IMAGENET1K_V1={"resize_size": 232})
ShuffleNet_V2_X2_0_Weights = trained("ShuffleNet_V2_X2_0_Weights", IMAGENET1K_V1={"resize_size": 232})

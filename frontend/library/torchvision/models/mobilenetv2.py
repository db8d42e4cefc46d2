# torchvision.models.mobilenetv2: inverted residuals with linear bottlenecks (Sandler et al. 2018), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torch import nn
from torchvision.models._untrained import BOTH, divisible, draw_parameters, trained, untrained
from torchvision.ops.misc import Conv2dNormActivation


class InvertedResidual(nn.Module):
    """To `expand_ratio` times the channels, a depthwise convolution there, and back to `oup` channels without activation."""

    def __init__(self, inp, oup, stride, expand_ratio, norm_layer=None):
        super().__init__()
        if stride not in [1, 2]:
            raise ValueError(f"stride should be 1 or 2 instead of {stride}")
        norm = nn.BatchNorm2d if norm_layer is None else norm_layer
        wide = int(round(inp * expand_ratio))
        parts = []
        if expand_ratio != 1:
            parts.append(Conv2dNormActivation(inp, wide, 1, norm_layer=norm, activation_layer=nn.ReLU6))
        parts.append(Conv2dNormActivation(wide, wide, stride=stride, groups=wide, norm_layer=norm, activation_layer=nn.ReLU6))
        parts.append(nn.Conv2d(wide, oup, 1, bias=False))
        parts.append(norm(oup))
        self.stride = stride
        self.use_res_connect = stride == 1 and inp == oup
        self.conv = nn.Sequential(*parts)
        self.out_channels = oup

    def forward(self, x):
        y = self.conv(x)
        return x + y if self.use_res_connect else y


# Of each group: expansion, channels, blocks, stride of the first.
_GROUPS = [[1, 16, 1, 1], [6, 24, 2, 2], [6, 32, 3, 2], [6, 64, 4, 2], [6, 96, 3, 1], [6, 160, 3, 2], [6, 320, 1, 1]]


class MobileNetV2(nn.Module):
    """`width_mult` scales all widths, which are multiples of `round_nearest`."""

    def __init__(self, num_classes=1000, width_mult=1.0, inverted_residual_setting=None, round_nearest=8, block=None, norm_layer=None,
                 dropout=0.2):
        super().__init__()
        make = InvertedResidual if block is None else block
        norm = nn.BatchNorm2d if norm_layer is None else norm_layer
        groups = _GROUPS if inverted_residual_setting is None else inverted_residual_setting
        if len(groups) == 0 or len(groups[0]) != 4:
            raise ValueError(f"inverted_residual_setting should be non-empty or a 4-element list, got {groups}")
        channels = divisible(32 * width_mult, round_nearest)
        self.last_channel = divisible(1280 * max(1.0, width_mult), round_nearest)
        parts = [Conv2dNormActivation(3, channels, stride=2, norm_layer=norm, activation_layer=nn.ReLU6)]
        for expansion, width, count, stride in groups:
            for i in range(count):
                outer = divisible(width * width_mult, round_nearest)
                parts.append(make(channels, outer, 1 if i > 0 else stride, expand_ratio=expansion, norm_layer=norm))
                channels = outer
        parts.append(Conv2dNormActivation(channels, self.last_channel, 1, norm_layer=norm, activation_layer=nn.ReLU6))
        self.features = nn.Sequential(*parts)
        self.classifier = nn.Sequential(nn.Dropout(dropout), nn.Linear(self.last_channel, num_classes))
        draw_parameters(self)

    def _forward_impl(self, x):
        x = nn.functional.adaptive_avg_pool2d(self.features(x), (1, 1))
        return self.classifier(x.flatten(1))

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        return self._forward_impl(x)


mobilenet_v2 = untrained("mobilenet_v2", MobileNetV2)

MobileNet_V2_Weights = trained("MobileNet_V2_Weights", **BOTH)

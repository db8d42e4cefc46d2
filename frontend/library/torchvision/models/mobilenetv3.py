# torchvision.models.mobilenetv3: inverted residuals found by search (Howard et al. 2019), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from functools import partial

from torch import nn
from torchvision.models._untrained import BOTH, divisible, draw_parameters, trained, untrained
from torchvision.ops.misc import Conv2dNormActivation, SqueezeExcitation


class InvertedResidualConfig:
    """What one block is: `activation` is "HS" (hard swish) or "RE" (rectified)."""

    def __init__(self, input_channels, kernel, expanded_channels, out_channels, use_se, activation, stride, dilation, width_mult):
        self.input_channels = self.adjust_channels(input_channels, width_mult)
        self.kernel = kernel
        self.expanded_channels = self.adjust_channels(expanded_channels, width_mult)
        self.out_channels = self.adjust_channels(out_channels, width_mult)
        self.use_se = use_se
        self.use_hs = activation == "HS"
        self.stride = stride
        self.dilation = dilation

    @staticmethod
    def adjust_channels(channels, width_mult):
        return divisible(channels * width_mult)


def _hard_excitation(channels, squeezed):
    return SqueezeExcitation(channels, squeezed, scale_activation=nn.Hardsigmoid)


class InvertedResidual(nn.Module):
    def __init__(self, cnf, norm_layer, se_layer=_hard_excitation):
        super().__init__()
        if cnf.stride not in [1, 2]:
            raise ValueError("illegal stride value")
        wide = cnf.expanded_channels
        activation = nn.Hardswish if cnf.use_hs else nn.ReLU
        parts = []
        if wide != cnf.input_channels:
            parts.append(Conv2dNormActivation(cnf.input_channels, wide, 1, norm_layer=norm_layer, activation_layer=activation))
        parts.append(Conv2dNormActivation(wide, wide, cnf.kernel, 1 if cnf.dilation > 1 else cnf.stride, groups=wide, norm_layer=norm_layer,
                                          activation_layer=activation, dilation=cnf.dilation))
        if cnf.use_se:
            parts.append(se_layer(wide, divisible(wide // 4)))
        parts.append(Conv2dNormActivation(wide, cnf.out_channels, 1, norm_layer=norm_layer, activation_layer=None))
        self.use_res_connect = cnf.stride == 1 and cnf.input_channels == cnf.out_channels
        self.block = nn.Sequential(*parts)
        self.out_channels = cnf.out_channels

    def forward(self, input):
        y = self.block(input)
        return y + input if self.use_res_connect else y


class MobileNetV3(nn.Module):
    """Blocks of `inverted_residual_setting`, and a classifier with one layer of `last_channel` units."""

    def __init__(self, inverted_residual_setting, last_channel, num_classes=1000, block=None, norm_layer=None, dropout=0.2, **kwargs):
        super().__init__()
        if len(inverted_residual_setting) == 0:
            raise ValueError("The inverted_residual_setting should not be empty")
        make = InvertedResidual if block is None else block
        norm = partial(nn.BatchNorm2d, eps=0.001, momentum=0.01) if norm_layer is None else norm_layer
        parts = [Conv2dNormActivation(3, inverted_residual_setting[0].input_channels, stride=2, norm_layer=norm, activation_layer=nn.Hardswish)]
        for setting in inverted_residual_setting:
            parts.append(make(setting, norm))
        inner = inverted_residual_setting[-1].out_channels
        parts.append(Conv2dNormActivation(inner, 6 * inner, 1, norm_layer=norm, activation_layer=nn.Hardswish))
        self.features = nn.Sequential(*parts)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(nn.Linear(6 * inner, last_channel), nn.Hardswish(inplace=True), nn.Dropout(dropout, inplace=True),
                                        nn.Linear(last_channel, num_classes))
        draw_parameters(self)

    def _forward_impl(self, x):
        return self.classifier(self.avgpool(self.features(x)).flatten(1))

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        return self._forward_impl(x)


# Of each block: kernel, expanded channels, channels, squeeze and excitation, activation, stride. `_TAIL` begins the part that is half as wide
# with reduced_tail and dilates with dilated.
_LARGE = [(3, 16, 16, False, "RE", 1), (3, 64, 24, False, "RE", 2), (3, 72, 24, False, "RE", 1), (5, 72, 40, True, "RE", 2),
          (5, 120, 40, True, "RE", 1), (5, 120, 40, True, "RE", 1), (3, 240, 80, False, "HS", 2), (3, 200, 80, False, "HS", 1),
          (3, 184, 80, False, "HS", 1), (3, 184, 80, False, "HS", 1), (3, 480, 112, True, "HS", 1), (3, 672, 112, True, "HS", 1),
          (5, 672, 160, True, "HS", 2), (5, 960, 160, True, "HS", 1), (5, 960, 160, True, "HS", 1)]
_SMALL = [(3, 16, 16, True, "RE", 2), (3, 72, 24, False, "RE", 2), (3, 88, 24, False, "RE", 1), (5, 96, 40, True, "HS", 2),
          (5, 240, 40, True, "HS", 1), (5, 240, 40, True, "HS", 1), (5, 120, 48, True, "HS", 1), (5, 144, 48, True, "HS", 1),
          (5, 288, 96, True, "HS", 2), (5, 576, 96, True, "HS", 1), (5, 576, 96, True, "HS", 1)]
_TAIL = 3


def _mobilenet_v3(rows, last, width_mult=1.0, reduced_tail=False, dilated=False, **kwargs):
    settings = []
    channels = 16
    for i, (kernel, expanded, outer, excites, activation, stride) in enumerate(rows):
        tail = len(rows) - i
        if reduced_tail and tail <= _TAIL:
            outer = outer // 2
            expanded = expanded // 2 if tail < _TAIL else expanded
        dilation = 2 if dilated and tail <= _TAIL else 1
        settings.append(InvertedResidualConfig(channels, kernel, expanded, outer, excites, activation, stride, dilation, width_mult))
        channels = outer
    return MobileNetV3(settings, divisible((last // 2 if reduced_tail else last) * width_mult), **kwargs)


mobilenet_v3_large = untrained("mobilenet_v3_large", _mobilenet_v3, _LARGE, 1280)
mobilenet_v3_small = untrained("mobilenet_v3_small", _mobilenet_v3, _SMALL, 1024)

MobileNet_V3_Large_Weights = trained("MobileNet_V3_Large_Weights", **BOTH)
MobileNet_V3_Small_Weights = trained("MobileNet_V3_Small_Weights", IMAGENET1K_V1={})

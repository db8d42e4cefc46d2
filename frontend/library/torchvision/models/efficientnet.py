# torchvision.models.efficientnet: EfficientNet (Tan and Le 2019) and EfficientNetV2 (2021), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
from functools import partial

from torch import nn
from torchvision.models._untrained import divisible, draw_parameters, trained, untrained
from torchvision.ops.misc import Conv2dNormActivation, SqueezeExcitation
from torchvision.ops.stochastic_depth import StochasticDepth


class _MBConvConfig:
    """A stage of `num_layers` blocks; the first has the stride."""

    def __init__(self, expand_ratio, kernel, stride, input_channels, out_channels, num_layers, block):
        self.expand_ratio = expand_ratio
        self.kernel = kernel
        self.stride = stride
        self.input_channels = input_channels
        self.out_channels = out_channels
        self.num_layers = num_layers
        self.block = block

    @staticmethod
    def adjust_channels(channels, width_mult, min_value=None):
        return divisible(channels * width_mult, 8, min_value)


class MBConvConfig(_MBConvConfig):
    def __init__(self, expand_ratio, kernel, stride, input_channels, out_channels, num_layers, width_mult=1.0, depth_mult=1.0, block=None):
        super().__init__(expand_ratio, kernel, stride, self.adjust_channels(input_channels, width_mult),
                         self.adjust_channels(out_channels, width_mult), self.adjust_depth(num_layers, depth_mult),
                         MBConv if block is None else block)

    @staticmethod
    def adjust_depth(num_layers, depth_mult):
        return int(math.ceil(num_layers * depth_mult))


class FusedMBConvConfig(_MBConvConfig):
    def __init__(self, expand_ratio, kernel, stride, input_channels, out_channels, num_layers, block=None):
        super().__init__(expand_ratio, kernel, stride, input_channels, out_channels, num_layers, FusedMBConv if block is None else block)


class _Residual(nn.Module):
    """`parts` one after the other, and the input added where it has the shape of the output."""

    def _join(self, cnf, parts, stochastic_depth_prob):
        if cnf.stride not in [1, 2]:
            raise ValueError("illegal stride value")
        self.use_res_connect = cnf.stride == 1 and cnf.input_channels == cnf.out_channels
        self.block = nn.Sequential(*parts)
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")
        self.out_channels = cnf.out_channels

    def forward(self, input):
        y = self.block(input)
        return self.stochastic_depth(y) + input if self.use_res_connect else y


class MBConv(_Residual):
    """More channels, a depthwise convolution, squeeze and excitation, and less channels."""

    def __init__(self, cnf, stochastic_depth_prob, norm_layer, se_layer=SqueezeExcitation):
        super().__init__()
        wide = cnf.adjust_channels(cnf.input_channels, cnf.expand_ratio)
        parts = []
        if wide != cnf.input_channels:
            parts.append(Conv2dNormActivation(cnf.input_channels, wide, 1, norm_layer=norm_layer, activation_layer=nn.SiLU))
        parts.append(Conv2dNormActivation(wide, wide, cnf.kernel, cnf.stride, groups=wide, norm_layer=norm_layer, activation_layer=nn.SiLU))
        parts.append(se_layer(wide, max(1, cnf.input_channels // 4), activation=partial(nn.SiLU, inplace=True)))
        parts.append(Conv2dNormActivation(wide, cnf.out_channels, 1, norm_layer=norm_layer, activation_layer=None))
        self._join(cnf, parts, stochastic_depth_prob)


class FusedMBConv(_Residual):
    """One convolution in place of the first two of MBConv, and no excitation."""

    def __init__(self, cnf, stochastic_depth_prob, norm_layer):
        super().__init__()
        wide = cnf.adjust_channels(cnf.input_channels, cnf.expand_ratio)
        narrows = wide != cnf.input_channels
        parts = [Conv2dNormActivation(cnf.input_channels, wide if narrows else cnf.out_channels, cnf.kernel, cnf.stride, norm_layer=norm_layer,
                                      activation_layer=nn.SiLU)]
        if narrows:
            parts.append(Conv2dNormActivation(wide, cnf.out_channels, 1, norm_layer=norm_layer, activation_layer=None))
        self._join(cnf, parts, stochastic_depth_prob)


def _uniform(layer):
    bound = 1.0 / math.sqrt(layer.out_features)
    nn.init.uniform_(layer.weight, -bound, bound)


class EfficientNet(nn.Module):
    """The later a block, the likelier is it left out in training: up to `stochastic_depth_prob`."""

    def __init__(self, inverted_residual_setting, dropout, stochastic_depth_prob=0.2, num_classes=1000, norm_layer=None, last_channel=None):
        super().__init__()
        if len(inverted_residual_setting) == 0:
            raise ValueError("The inverted_residual_setting should not be empty")
        norm = nn.BatchNorm2d if norm_layer is None else norm_layer
        parts = [Conv2dNormActivation(3, inverted_residual_setting[0].input_channels, stride=2, norm_layer=norm, activation_layer=nn.SiLU)]
        count = sum([stage.num_layers for stage in inverted_residual_setting])
        number = 0
        for stage in inverted_residual_setting:
            blocks = []
            for i in range(stage.num_layers):
                inner = stage.input_channels if i == 0 else stage.out_channels
                own = _MBConvConfig(stage.expand_ratio, stage.kernel, stage.stride if i == 0 else 1, inner, stage.out_channels, stage.num_layers,
                                    stage.block)
                blocks.append(stage.block(own, stochastic_depth_prob * float(number) / count, norm))
                number += 1
            parts.append(nn.Sequential(*blocks))
        inner = inverted_residual_setting[-1].out_channels
        outer = 4 * inner if last_channel is None else last_channel
        parts.append(Conv2dNormActivation(inner, outer, 1, norm_layer=norm, activation_layer=nn.SiLU))
        self.features = nn.Sequential(*parts)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(nn.Dropout(dropout, inplace=True), nn.Linear(outer, num_classes))
        draw_parameters(self, _uniform)

    def _forward_impl(self, x):
        return self.classifier(self.avgpool(self.features(x)).flatten(1))

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        return self._forward_impl(x)


# Of each stage: whether it is fused, expansion, kernel, stride, channels of input and output, blocks.
_FIRST = [(False, 1, 3, 1, 32, 16, 1), (False, 6, 3, 2, 16, 24, 2), (False, 6, 5, 2, 24, 40, 2), (False, 6, 3, 2, 40, 80, 3),
          (False, 6, 5, 1, 80, 112, 3), (False, 6, 5, 2, 112, 192, 4), (False, 6, 3, 1, 192, 320, 1)]
_SECOND_S = [(True, 1, 3, 1, 24, 24, 2), (True, 4, 3, 2, 24, 48, 4), (True, 4, 3, 2, 48, 64, 4), (False, 4, 3, 2, 64, 128, 6),
             (False, 6, 3, 1, 128, 160, 9), (False, 6, 3, 2, 160, 256, 15)]
_SECOND_M = [(True, 1, 3, 1, 24, 24, 3), (True, 4, 3, 2, 24, 48, 5), (True, 4, 3, 2, 48, 80, 5), (False, 4, 3, 2, 80, 160, 7),
             (False, 6, 3, 1, 160, 176, 14), (False, 6, 3, 2, 176, 304, 18), (False, 6, 3, 1, 304, 512, 5)]
_SECOND_L = [(True, 1, 3, 1, 32, 32, 4), (True, 4, 3, 2, 32, 64, 7), (True, 4, 3, 2, 64, 96, 7), (False, 4, 3, 2, 96, 192, 10),
             (False, 6, 3, 1, 192, 224, 19), (False, 6, 3, 2, 224, 384, 25), (False, 6, 3, 1, 384, 640, 7)]


def _stages(rows, width_mult=1.0, depth_mult=1.0):
    return [FusedMBConvConfig(*row[1:]) if row[0] else MBConvConfig(*row[1:], width_mult, depth_mult) for row in rows]


def _scaled(name, width_mult, depth_mult, dropout, norm_layer=None):
    return untrained(name, EfficientNet, _stages(_FIRST, width_mult, depth_mult), dropout=dropout, norm_layer=norm_layer)


def _second(name, rows, dropout):
    return untrained(name, EfficientNet, _stages(rows), dropout=dropout, norm_layer=partial(nn.BatchNorm2d, eps=1e-3), last_channel=1280)


_slow_norm = partial(nn.BatchNorm2d, eps=0.001, momentum=0.01)
efficientnet_b0 = _scaled("efficientnet_b0", 1.0, 1.0, 0.2)
efficientnet_b1 = _scaled("efficientnet_b1", 1.0, 1.1, 0.2)
efficientnet_b2 = _scaled("efficientnet_b2", 1.1, 1.2, 0.3)
efficientnet_b3 = _scaled("efficientnet_b3", 1.2, 1.4, 0.3)
efficientnet_b4 = _scaled("efficientnet_b4", 1.4, 1.8, 0.4)
efficientnet_b5 = _scaled("efficientnet_b5", 1.6, 2.2, 0.4, _slow_norm)
efficientnet_b6 = _scaled("efficientnet_b6", 1.8, 2.6, 0.5, _slow_norm)
efficientnet_b7 = _scaled("efficientnet_b7", 2.0, 3.1, 0.5, _slow_norm)
efficientnet_v2_s = _second("efficientnet_v2_s", _SECOND_S, 0.2)
efficientnet_v2_m = _second("efficientnet_v2_m", _SECOND_M, 0.3)
efficientnet_v2_l = _second("efficientnet_v2_l", _SECOND_L, 0.4)

EfficientNet_B0_Weights = trained("EfficientNet_B0_Weights", IMAGENET1K_V1={"is_cubic": True})
EfficientNet_B1_Weights = trained("EfficientNet_B1_Weights", IMAGENET1K_V1={"crop_size": 240, "is_cubic": True},
                                  IMAGENET1K_V2={"crop_size": 240, "resize_size": 255})
EfficientNet_B2_Weights = trained("EfficientNet_B2_Weights", IMAGENET1K_V1={"crop_size": 288, "resize_size": 288, "is_cubic": True})
EfficientNet_B3_Weights = trained("EfficientNet_B3_Weights", IMAGENET1K_V1={"crop_size": 300, "resize_size": 320, "is_cubic": True})
EfficientNet_B4_Weights = trained("EfficientNet_B4_Weights", IMAGENET1K_V1={"crop_size": 380, "resize_size": 384, "is_cubic": True})
EfficientNet_B5_Weights = trained("EfficientNet_B5_Weights", IMAGENET1K_V1={"crop_size": 456, "resize_size": 456, "is_cubic": True})
EfficientNet_B6_Weights = trained("EfficientNet_B6_Weights", IMAGENET1K_V1={"crop_size": 528, "resize_size": 528, "is_cubic": True})
EfficientNet_B7_Weights = trained("EfficientNet_B7_Weights", IMAGENET1K_V1={"crop_size": 600, "resize_size": 600, "is_cubic": True})
EfficientNet_V2_S_Weights = trained("EfficientNet_V2_S_Weights", IMAGENET1K_V1={"crop_size": 384, "resize_size": 384})
EfficientNet_V2_M_Weights = trained("EfficientNet_V2_M_Weights", IMAGENET1K_V1={"crop_size": 480, "resize_size": 480})
EfficientNet_V2_L_Weights = trained("EfficientNet_V2_L_Weights",
                                    IMAGENET1K_V1={"crop_size": 480, "resize_size": 480, "mean": (0.5,) * 3, "std": (0.5,) * 3, "is_cubic": True})

# torchvision.models.regnet: networks of a design space (Radosavovic et al. 2020), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
from collections import OrderedDict

from torch import nn
from torchvision.models._untrained import BOTH, divisible, trained, untrained
from torchvision.ops.misc import Conv2dNormActivation, SqueezeExcitation


class SimpleStemIN(Conv2dNormActivation):
    def __init__(self, width_in, width_out, norm_layer, activation_layer):
        super().__init__(width_in, width_out, 3, 2, norm_layer=norm_layer, activation_layer=activation_layer)


class BottleneckTransform(nn.Sequential):
    """Convolutions 1 x 1, 3 x 3 in groups of `group_width` channels, and 1 x 1; `se_ratio` puts an excitation in front of the last."""

    def __init__(self, width_in, width_out, stride, norm_layer, activation_layer, group_width, bottleneck_multiplier, se_ratio):
        inner = int(round(width_out * bottleneck_multiplier))
        parts = OrderedDict()
        parts["a"] = Conv2dNormActivation(width_in, inner, 1, norm_layer=norm_layer, activation_layer=activation_layer)
        parts["b"] = Conv2dNormActivation(inner, inner, 3, stride, groups=inner // group_width, norm_layer=norm_layer,
                                          activation_layer=activation_layer)
        if se_ratio:
            parts["se"] = SqueezeExcitation(inner, int(round(se_ratio * width_in)), activation=activation_layer)
        parts["c"] = Conv2dNormActivation(inner, width_out, 1, norm_layer=norm_layer, activation_layer=None)
        super().__init__(parts)


class ResBottleneckBlock(nn.Module):
    def __init__(self, width_in, width_out, stride, norm_layer, activation_layer, group_width=1, bottleneck_multiplier=1.0, se_ratio=None):
        super().__init__()
        self.proj = None
        if width_in != width_out or stride != 1:
            self.proj = Conv2dNormActivation(width_in, width_out, 1, stride, norm_layer=norm_layer, activation_layer=None)
        self.f = BottleneckTransform(width_in, width_out, stride, norm_layer, activation_layer, group_width, bottleneck_multiplier, se_ratio)
        self.activation = activation_layer(inplace=True)

    def forward(self, x):
        return self.activation((x if self.proj is None else self.proj(x)) + self.f(x))


class AnyStage(nn.Sequential):
    """`depth` blocks; the first has the stride."""

    def __init__(self, width_in, width_out, stride, depth, block_constructor, norm_layer, activation_layer, group_width, bottleneck_multiplier,
                 se_ratio=None, stage_index=0):
        super().__init__()
        for i in range(depth):
            block = block_constructor(width_in if i == 0 else width_out, width_out, stride if i == 0 else 1, norm_layer, activation_layer,
                                      group_width, bottleneck_multiplier, se_ratio)
            self.add_module(f"block{stage_index}-{i}", block)


# These two call themselves, so that the compiler knows the numbers; those of a loop would be known in the run.
def _widths(count, w_0, w_a, w_m):
    """Of each block."""
    if count == 0:
        return ()
    power = round(math.log((w_0 + w_a * (count - 1)) / w_0) / math.log(w_m))
    return _widths(count - 1, w_0, w_a, w_m) + (8 * round(w_0 * w_m ** power / 8),)


def _equal(widths):
    """(width, blocks) of each stage."""
    if len(widths) == 0:
        return ()
    rest = _equal(widths[1:])
    if len(rest) > 0 and rest[0][0] == widths[0]:
        return ((widths[0], rest[0][1] + 1),) + rest[1:]
    return ((widths[0], 1),) + rest


class BlockParams:
    """Of each stage: blocks, width, width of a group, width of its inner convolution by that of the stage, and stride."""

    def __init__(self, depths, widths, group_widths, bottleneck_multipliers, strides, se_ratio=None):
        self.depths = depths
        self.widths = widths
        self.group_widths = group_widths
        self.bottleneck_multipliers = bottleneck_multipliers
        self.strides = strides
        self.se_ratio = se_ratio

    @classmethod
    def from_init_params(cls, depth, w_0, w_a, w_m, group_width, bottleneck_multiplier=1.0, se_ratio=None, **kwargs):
        """The width of block i is the power `w_0 * w_m ** k` next to `w_0 + w_a * i` by its logarithm; equal widths are a stage."""
        if w_a < 0 or w_0 <= 0 or w_m <= 1 or w_0 % 8 != 0:
            raise ValueError("Invalid RegNet settings")
        stages = _equal(_widths(depth, w_0, w_a, w_m))
        inner = [int(width * bottleneck_multiplier) for width, _ in stages]
        groups = [min(group_width, width) for width in inner]
        widths = [int(divisible(width, group) / bottleneck_multiplier) for width, group in zip(inner, groups)]
        count = len(stages)
        return cls([blocks for _, blocks in stages], widths, groups, [bottleneck_multiplier] * count, [2] * count, se_ratio)


class RegNet(nn.Module):
    def __init__(self, block_params, num_classes=1000, stem_width=32, stem_type=None, block_type=None, norm_layer=None, activation=None):
        super().__init__()
        norm = nn.BatchNorm2d if norm_layer is None else norm_layer
        act = nn.ReLU if activation is None else activation
        block = ResBottleneckBlock if block_type is None else block_type
        self.stem = (SimpleStemIN if stem_type is None else stem_type)(3, stem_width, norm, act)
        width = stem_width
        stages = OrderedDict()
        for i, outer in enumerate(block_params.widths):
            stages[f"block{i + 1}"] = AnyStage(width, outer, block_params.strides[i], block_params.depths[i], block, norm, act,
                                               block_params.group_widths[i], block_params.bottleneck_multipliers[i], block_params.se_ratio, i + 1)
            width = outer
        self.trunk_output = nn.Sequential(stages)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(width, num_classes)
        for part in self.modules():
            if isinstance(part, nn.Conv2d):
                outputs = part.kernel_size[0] * part.kernel_size[1] * part.out_channels
                nn.init.normal_(part.weight, mean=0.0, std=math.sqrt(2.0 / outputs))
            elif isinstance(part, nn.Linear):
                nn.init.normal_(part.weight, mean=0.0, std=0.01)
                nn.init.zeros_(part.bias)

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        return self.fc(self.avgpool(self.trunk_output(self.stem(x))).flatten(1))


def _regnet(depth, w_0, w_a, w_m, group_width, se_ratio, **kwargs):
    return RegNet(BlockParams.from_init_params(depth, w_0, w_a, w_m, group_width, se_ratio=se_ratio), **kwargs)


def _x(name, *numbers):
    return untrained(name, _regnet, *numbers, None)


def _y(name, *numbers):
    return untrained(name, _regnet, *numbers, 0.25)


regnet_y_400mf = _y("regnet_y_400mf", 16, 48, 27.89, 2.09, 8)
regnet_y_800mf = _y("regnet_y_800mf", 14, 56, 38.84, 2.4, 16)
regnet_y_1_6gf = _y("regnet_y_1_6gf", 27, 48, 20.71, 2.65, 24)
regnet_y_3_2gf = _y("regnet_y_3_2gf", 21, 80, 42.63, 2.66, 24)
regnet_y_8gf = _y("regnet_y_8gf", 17, 192, 76.82, 2.19, 56)
regnet_y_16gf = _y("regnet_y_16gf", 18, 200, 106.23, 2.48, 112)
regnet_y_32gf = _y("regnet_y_32gf", 20, 232, 115.89, 2.53, 232)
regnet_y_128gf = _y("regnet_y_128gf", 27, 456, 160.83, 2.52, 264)
regnet_x_400mf = _x("regnet_x_400mf", 22, 24, 24.48, 2.54, 16)
regnet_x_800mf = _x("regnet_x_800mf", 16, 56, 35.73, 2.28, 16)
regnet_x_1_6gf = _x("regnet_x_1_6gf", 18, 80, 34.01, 2.25, 24)
regnet_x_3_2gf = _x("regnet_x_3_2gf", 25, 88, 26.31, 2.25, 48)
regnet_x_8gf = _x("regnet_x_8gf", 23, 80, 49.56, 2.88, 120)
regnet_x_16gf = _x("regnet_x_16gf", 22, 216, 55.59, 2.1, 128)
regnet_x_32gf = _x("regnet_x_32gf", 23, 320, 69.86, 2.0, 168)

RegNet_Y_400MF_Weights = trained("RegNet_Y_400MF_Weights", **BOTH)
RegNet_Y_800MF_Weights = trained("RegNet_Y_800MF_Weights", **BOTH)
RegNet_Y_1_6GF_Weights = trained("RegNet_Y_1_6GF_Weights", **BOTH)
RegNet_Y_3_2GF_Weights = trained("RegNet_Y_3_2GF_Weights", **BOTH)
RegNet_Y_8GF_Weights = trained("RegNet_Y_8GF_Weights", **BOTH)
RegNet_Y_16GF_Weights = trained("RegNet_Y_16GF_Weights", IMAGENET1K_V1={}, IMAGENET1K_V2={"resize_size": 232},
                                IMAGENET1K_SWAG_E2E_V1={"crop_size": 384, "resize_size": 384, "is_cubic": True},
                                IMAGENET1K_SWAG_LINEAR_V1={"resize_size": 224, "is_cubic": True})
RegNet_Y_32GF_Weights = trained("RegNet_Y_32GF_Weights", IMAGENET1K_V1={}, IMAGENET1K_V2={"resize_size": 232},
                                IMAGENET1K_SWAG_E2E_V1={"crop_size": 384, "resize_size": 384, "is_cubic": True},
                                IMAGENET1K_SWAG_LINEAR_V1={"resize_size": 224, "is_cubic": True})
RegNet_Y_128GF_Weights = trained("RegNet_Y_128GF_Weights", IMAGENET1K_SWAG_E2E_V1={"crop_size": 384, "resize_size": 384, "is_cubic": True},
                                 IMAGENET1K_SWAG_LINEAR_V1={"resize_size": 224, "is_cubic": True})
RegNet_X_400MF_Weights = trained("RegNet_X_400MF_Weights", **BOTH)
RegNet_X_800MF_Weights = trained("RegNet_X_800MF_Weights", **BOTH)
RegNet_X_1_6GF_Weights = trained("RegNet_X_1_6GF_Weights", **BOTH)
RegNet_X_3_2GF_Weights = trained("RegNet_X_3_2GF_Weights", **BOTH)
RegNet_X_8GF_Weights = trained("RegNet_X_8GF_Weights", **BOTH)
RegNet_X_16GF_Weights = trained("RegNet_X_16GF_Weights", **BOTH)
RegNet_X_32GF_Weights = trained("RegNet_X_32GF_Weights", **BOTH)

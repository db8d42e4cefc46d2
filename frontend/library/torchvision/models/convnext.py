# torchvision.models.convnext: convolutions of 7 x 7 in the shape of a transformer (Liu et al. 2022), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from functools import partial

import torch
from torch import nn
from torchvision.models._untrained import trained, untrained
from torchvision.ops.misc import Conv2dNormActivation, Permute
from torchvision.ops.stochastic_depth import StochasticDepth


class LayerNorm2d(nn.LayerNorm):
    """Over the channels, which are dimension 1."""

    def forward(self, x):
        return super().forward(x.permute(0, 2, 3, 1)).permute(0, 3, 1, 2)


class CNBlock(nn.Module):
    """A depthwise convolution, and two linear layers of the channels of each place."""

    def __init__(self, dim, layer_scale, stochastic_depth_prob, norm_layer=None):
        super().__init__()
        norm = partial(nn.LayerNorm, eps=1e-6) if norm_layer is None else norm_layer
        self.block = nn.Sequential(nn.Conv2d(dim, dim, 7, padding=3, groups=dim), Permute([0, 2, 3, 1]), norm(dim),
                                   nn.Linear(dim, 4 * dim), nn.GELU(), nn.Linear(4 * dim, dim), Permute([0, 3, 1, 2]))
        self.layer_scale = nn.Parameter(torch.full((dim, 1, 1), float(layer_scale)))
        self.stochastic_depth = StochasticDepth(stochastic_depth_prob, "row")

    def forward(self, input):
        return self.stochastic_depth(self.layer_scale * self.block(input)) + input


class CNBlockConfig:
    """A stage of `num_layers` blocks; behind it are `out_channels`, or as many as before if None."""

    def __init__(self, input_channels, out_channels, num_layers):
        self.input_channels = input_channels
        self.out_channels = out_channels
        self.num_layers = num_layers

    def __repr__(self):
        return (f"{type(self).__name__}(input_channels={self.input_channels}, out_channels={self.out_channels}, "
                f"num_layers={self.num_layers})")


class ConvNeXt(nn.Module):
    """The later a block, the likelier is it left out in training: up to `stochastic_depth_prob`."""

    def __init__(self, block_setting, stochastic_depth_prob=0.0, layer_scale=1e-6, num_classes=1000, block=None, norm_layer=None, **kwargs):
        super().__init__()
        if len(block_setting) == 0:
            raise ValueError("The block_setting should not be empty")
        make = CNBlock if block is None else block
        norm = partial(LayerNorm2d, eps=1e-6) if norm_layer is None else norm_layer
        parts = [Conv2dNormActivation(3, block_setting[0].input_channels, 4, 4, 0, norm_layer=norm, activation_layer=None, bias=True)]
        count = sum([stage.num_layers for stage in block_setting])
        number = 0
        channels = 0
        for stage in block_setting:
            blocks = []
            for _ in range(stage.num_layers):
                blocks.append(make(stage.input_channels, layer_scale, stochastic_depth_prob * number / (count - 1.0)))
                number += 1
            parts.append(nn.Sequential(*blocks))
            channels = stage.input_channels
            if stage.out_channels is not None:
                parts.append(nn.Sequential(norm(channels), nn.Conv2d(channels, stage.out_channels, 2, 2)))
                channels = stage.out_channels
        self.features = nn.Sequential(*parts)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Sequential(norm(channels), nn.Flatten(1), nn.Linear(channels, num_classes))
        for part in self.modules():
            if isinstance(part, (nn.Conv2d, nn.Linear)):
                nn.init.trunc_normal_(part.weight, std=0.02)
                nn.init.zeros_(part.bias)

    def _forward_impl(self, x):
        return self.classifier(self.avgpool(self.features(x)))

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        return self._forward_impl(x)


def _named(name, width, third, probability):
    depths = [3, 3, third, 3]
    stages = [CNBlockConfig(width * 2 ** i, width * 2 ** (i + 1) if i < 3 else None, depths[i]) for i in range(4)]
    return untrained(name, ConvNeXt, stages, stochastic_depth_prob=probability)


convnext_tiny = _named("convnext_tiny", 96, 9, 0.1)
convnext_small = _named("convnext_small", 96, 27, 0.4)
convnext_base = _named("convnext_base", 128, 27, 0.5)
convnext_large = _named("convnext_large", 192, 27, 0.5)

ConvNeXt_Tiny_Weights = trained("ConvNeXt_Tiny_Weights", IMAGENET1K_V1={"resize_size": 236})
ConvNeXt_Small_Weights = trained("ConvNeXt_Small_Weights", IMAGENET1K_V1={"resize_size": 230})
ConvNeXt_Base_Weights = trained("ConvNeXt_Base_Weights", IMAGENET1K_V1={"resize_size": 232})
ConvNeXt_Large_Weights = trained("ConvNeXt_Large_Weights", IMAGENET1K_V1={"resize_size": 232})

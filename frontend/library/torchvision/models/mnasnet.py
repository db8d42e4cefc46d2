# torchvision.models.mnasnet: inverted residuals found by search on phones (Tan et al. 2018), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torch import nn
from torchvision.models._untrained import divisible, draw_parameters, trained, untrained

_MOMENTUM = 1 - 0.9997


def _conv_norm(inner, outer, kernel, stride=1, groups=1, is_active=True):
    parts = [nn.Conv2d(inner, outer, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(outer, momentum=_MOMENTUM)]
    return parts + [nn.ReLU(inplace=True)] if is_active else parts


class _InvertedResidual(nn.Module):
    def __init__(self, in_ch, out_ch, kernel_size, stride, expansion_factor):
        super().__init__()
        wide = in_ch * expansion_factor
        self.apply_residual = in_ch == out_ch and stride == 1
        self.layers = nn.Sequential(*_conv_norm(in_ch, wide, 1), *_conv_norm(wide, wide, kernel_size, stride, wide),
                                    *_conv_norm(wide, out_ch, 1, is_active=False))

    def forward(self, input):
        y = self.layers(input)
        return y + input if self.apply_residual else y


# Of each stack: channels, kernel, stride of the first block, expansion, blocks.
_STACKS = [(24, 3, 2, 3, 3), (40, 5, 2, 3, 3), (80, 5, 2, 6, 3), (96, 3, 1, 6, 2), (192, 5, 2, 6, 4), (320, 3, 1, 6, 1)]


def _sigmoid_uniform(layer):
    nn.init.kaiming_uniform_(layer.weight, mode="fan_out", nonlinearity="sigmoid")


class MNASNet(nn.Module):
    """`alpha` scales all widths but the last, which are multiples of 8."""

    def __init__(self, alpha, num_classes=1000, dropout=0.2):
        super().__init__()
        if alpha <= 0.0:
            raise ValueError(f"alpha should be greater than 0.0 instead of {alpha}")
        self.alpha = alpha
        self.num_classes = num_classes
        first = divisible(32 * alpha)
        channels = divisible(16 * alpha)
        parts = _conv_norm(3, first, 3, 2) + _conv_norm(first, first, 3, 1, first) + _conv_norm(first, channels, 1, is_active=False)
        for width, kernel, stride, expansion, count in _STACKS:
            outer = divisible(width * alpha)
            blocks = [_InvertedResidual(channels, outer, kernel, stride, expansion)]
            for _ in range(1, count):
                blocks.append(_InvertedResidual(outer, outer, kernel, 1, expansion))
            parts.append(nn.Sequential(*blocks))
            channels = outer
        self.layers = nn.Sequential(*parts, *_conv_norm(channels, 1280, 1))
        self.classifier = nn.Sequential(nn.Dropout(dropout, inplace=True), nn.Linear(1280, num_classes))
        draw_parameters(self, _sigmoid_uniform)

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        return self.classifier(self.layers(x).mean([2, 3]))


mnasnet0_5 = untrained("mnasnet0_5", MNASNet, 0.5)
mnasnet0_75 = untrained("mnasnet0_75", MNASNet, 0.75)
mnasnet1_0 = untrained("mnasnet1_0", MNASNet, 1.0)
mnasnet1_3 = untrained("mnasnet1_3", MNASNet, 1.3)

MNASNet0_5_Weights = trained("MNASNet0_5_Weights", IMAGENET1K_V1={})
MNASNet0_75_Weights = trained("MNASNet0_75_Weights", IMAGENET1K_V1={"resize_size": 232})
MNASNet1_0_Weights = trained("MNASNet1_0_Weights", IMAGENET1K_V1={})
MNASNet1_3_Weights = trained("MNASNet1_3_Weights", IMAGENET1K_V1={"resize_size": 232})

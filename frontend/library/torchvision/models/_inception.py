# What GoogLeNet and Inception v3 share.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
import torch.nn.functional as F
from torch import nn


class BasicConv2d(nn.Module):
    def __init__(self, in_channels, out_channels, **kwargs):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, bias=False, **kwargs)
        self.bn = nn.BatchNorm2d(out_channels, eps=0.001)

    def forward(self, x):
        return F.relu(self.bn(self.conv(x)), inplace=True)


class Joined(nn.Module):
    """The channels of all branches side by side, which `_forward` gives."""

    def forward(self, x):
        return torch.cat(self._forward(x), 1)


# The deviations and means of ImageNet.
_SCALES = [0.229 / 0.5, 0.224 / 0.5, 0.225 / 0.5]
_SHIFTS = [(0.485 - 0.5) / 0.5, (0.456 - 0.5) / 0.5, (0.406 - 0.5) / 0.5]


def in_halves(x):
    """Images (n, 3, h, w) by the mean and deviation of ImageNet to those by mean and deviation 0.5."""
    return x * x.new_tensor(_SCALES).view(3, 1, 1) + x.new_tensor(_SHIFTS).view(3, 1, 1)

# Dropout of elements and of whole channels.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch.nn.functional as F
from torch.nn.modules.module import Module


class _DropoutNd(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


@_tine.hidden
class _Dropout(_DropoutNd):
    def forward(self, input):
        return self._function(input, self.p, self.training, self.inplace)


class Dropout(_Dropout):
    _function = F.dropout


class Dropout1d(_Dropout):
    _function = F.dropout1d


class Dropout2d(_Dropout):
    _function = F.dropout2d


class Dropout3d(_Dropout):
    _function = F.dropout3d


class AlphaDropout(_Dropout):
    _function = F.alpha_dropout


class FeatureAlphaDropout(_Dropout):
    _function = F.feature_alpha_dropout

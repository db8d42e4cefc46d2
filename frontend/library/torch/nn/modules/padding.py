# Padding of the last one, two or three dimensions.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch.nn.functional as F
from torch.nn.modules.module import Module


@_tine.hidden
class _PadNd(Module):
    """`padding` has a pair for each padded dimension, the last dimension first."""

    _mode = "constant"
    _rank = 1

    def __init__(self, padding):
        super().__init__()
        if isinstance(padding, int):
            padding = (padding,) * (2 * self._rank)
        self.padding = tuple(padding)

    def forward(self, input):
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self):
        return f"{self.padding}"


class _ConstantPadNd(_PadNd):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd):
    _rank = 1


class ConstantPad2d(_ConstantPadNd):
    _rank = 2


class ConstantPad3d(_ConstantPadNd):
    _rank = 3


class ZeroPad1d(ConstantPad1d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class _ReflectionPadNd(_PadNd):
    _mode = "reflect"


class ReflectionPad1d(_ReflectionPadNd):
    _rank = 1


class ReflectionPad2d(_ReflectionPadNd):
    _rank = 2


class ReflectionPad3d(_ReflectionPadNd):
    _rank = 3


class _ReplicationPadNd(_PadNd):
    _mode = "replicate"


class ReplicationPad1d(_ReplicationPadNd):
    _rank = 1


class ReplicationPad2d(_ReplicationPadNd):
    _rank = 2


class ReplicationPad3d(_ReplicationPadNd):
    _rank = 3


class _CircularPadNd(_PadNd):
    _mode = "circular"

    def forward(self, input):
        if input.dim() != self._rank + 1 and input.dim() != self._rank + 2:
            raise ValueError(f"expected {self._rank + 1}D or {self._rank + 2}D input (got "
                             f"{input.dim()}D input)")
        return F.pad(input, self.padding, "circular")


class CircularPad1d(_CircularPadNd):
    _rank = 1


class CircularPad2d(_CircularPadNd):
    _rank = 2


class CircularPad3d(_CircularPadNd):
    _rank = 3

# Modules that take the number of their inputs from the first one.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
from torch.nn.modules.batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d
from torch.nn.modules.conv import (Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d,
                                   ConvTranspose3d)
from torch.nn.modules.instancenorm import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module


class _LazyModule(Module):
    """Becomes another module in its first call. Until then nothing may ask for its parameters."""

    _becomes = None

    def __init__(self, *args, **kwargs):
        super().__init__()
        _tine.set_attribute(self, "<lazy>", (args, kwargs))

    def _size_of(self, input):
        raise NotImplementedError

    def forward(self, input):
        args, kwargs = _tine.get_attribute(self, "<lazy>")
        training = self.training
        size = self._size_of(input)
        _tine.delete_attribute(self, "<lazy>")
        cls = self._becomes
        _tine.become(self, cls)
        cls.__init__(self, size, *args, **kwargs)
        self.training = training
        return self.forward(input)

    def extra_repr(self):
        _tine.unsupported("the text of a lazy module before its first call")


class LazyLinear(_LazyModule):
    _becomes = Linear

    def _size_of(self, input):
        return input.size(-1)


class _LazyChannels(_LazyModule):
    _rank = 2

    def _size_of(self, input):
        if input.dim() != self._rank + 1 and input.dim() != self._rank + 2:
            raise RuntimeError(f"Expected {self._rank + 1}D (unbatched) or {self._rank + 2}D "
                               f"(batched) input to {self._get_name()}, but got input of size: "
                               f"{list(input.shape)}")
        return input.size(-self._rank - 1)


class LazyConv1d(_LazyChannels):
    _becomes, _rank = Conv1d, 1


class LazyConv2d(_LazyChannels):
    _becomes, _rank = Conv2d, 2


class LazyConv3d(_LazyChannels):
    _becomes, _rank = Conv3d, 3


class LazyConvTranspose1d(_LazyChannels):
    _becomes, _rank = ConvTranspose1d, 1


class LazyConvTranspose2d(_LazyChannels):
    _becomes, _rank = ConvTranspose2d, 2


class LazyConvTranspose3d(_LazyChannels):
    _becomes, _rank = ConvTranspose3d, 3


class _LazyNorm(_LazyModule):
    def _size_of(self, input):
        return input.size(1)


class LazyBatchNorm1d(_LazyNorm):
    _becomes = BatchNorm1d


class LazyBatchNorm2d(_LazyNorm):
    _becomes = BatchNorm2d


class LazyBatchNorm3d(_LazyNorm):
    _becomes = BatchNorm3d


class LazyInstanceNorm1d(_LazyChannels):
    _becomes, _rank = InstanceNorm1d, 1


class LazyInstanceNorm2d(_LazyChannels):
    _becomes, _rank = InstanceNorm2d, 2


class LazyInstanceNorm3d(_LazyChannels):
    _becomes, _rank = InstanceNorm3d, 3

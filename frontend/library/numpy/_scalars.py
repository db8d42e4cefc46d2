# The classes of NumPy's numbers. A number of one of them is a number of the compiler that names its
# class (frontend/services/Numpy.h), so operators and conversions are those of numbers.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import numpy
import torch
from numpy._operands import _Elements

# Python's, of which one is a class of NumPy further down.
_numbers = (bool, int, float)


def _make(kind, value=0):
    """What a class gives for a value: a number, or an array of what has dimensions."""
    if isinstance(value, str):
        return _tine.numpy_number(float(value) if kind.is_floating_point else int(value), kind)
    if _tine.is_numpy_number(value) or isinstance(value, _numbers):
        return _tine.numpy_number(value, kind)
    return numpy._wrap(numpy._tensor(value).to(kind))


class generic(_Elements):
    @property
    def dtype(self):
        return numpy.dtype(self._type)

    @property
    def shape(self):
        return ()

    @property
    def ndim(self):
        return 0

    @property
    def size(self):
        return 1

    @property
    def itemsize(self):
        return self._type.itemsize

    nbytes = itemsize

    @property
    def T(self):
        return self

    @property
    def imag(self):
        return self - self

    def item(self):
        return _tine.python_number(self)

    tolist = item

    def astype(self, dtype):
        return _tine.numpy_number(self, numpy._type(dtype))

    def copy(self):
        return self

    conjugate = conj = copy

    def squeeze(self, axis=None):
        return self

    transpose = squeeze

    def sum(self, axis=None):
        return numpy.sum(self, axis)

    def mean(self, axis=None):
        return numpy.mean(self, axis)

    def std(self, axis=None):
        return numpy.std(self, axis)

    def var(self, axis=None):
        return numpy.var(self, axis)

    def max(self, axis=None):
        return self

    min = max

    def argmax(self, axis=None):
        return int64(0)

    argmin = argmax

    def any(self, axis=None):
        return self != 0

    all = any

    def reshape(self, *shape):
        return numpy.asarray(self).reshape(*shape)

    def ravel(self):
        return numpy.asarray(self).reshape(-1)

    flatten = ravel

    def repeat(self, repeats):
        return numpy.repeat(self, repeats)


class number(generic):
    pass


class integer(number):
    pass


class signedinteger(integer):
    pass


class unsignedinteger(integer):
    pass


class inexact(number):
    pass


class floating(inexact):
    def is_integer(self):
        return _tine.python_number(self).is_integer()


class float64(floating):
    _type = torch.float64


class float32(floating):
    _type = torch.float32


class float16(floating):
    _type = torch.float16


class int64(signedinteger):
    _type = torch.int64


class int32(signedinteger):
    _type = torch.int32


class int16(signedinteger):
    _type = torch.int16


class int8(signedinteger):
    _type = torch.int8


class uint8(unsignedinteger):
    _type = torch.uint8


class bool(generic):
    _type = torch.bool


@_tine.unsure_number
class _unsure(generic):
    """Of numbers that are NumPy's on some paths only."""

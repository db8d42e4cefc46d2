# numpy: what is asked of types, and settings.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import numpy
import torch
from numpy._operands import _is_number, _number_type, _promote, _tensor, _type, dtype


class finfo:
    def __init__(self, type):
        kind = _type(type)
        info = torch.finfo(kind)
        self.eps = _tine.numpy_number(info.eps, kind)
        self.max = _tine.numpy_number(info.max, kind)
        self.min = _tine.numpy_number(info.min, kind)
        self.tiny = _tine.numpy_number(info.tiny, kind)
        self.smallest_normal = self.tiny
        self.resolution = _tine.numpy_number(info.resolution, kind)
        self.bits = info.bits
        self.dtype = dtype(kind)


class iinfo:
    def __init__(self, type):
        info = torch.iinfo(_type(type))
        self.max = info.max
        self.min = info.min
        self.bits = info.bits
        self.dtype = dtype(_type(type))


def issubdtype(arg1, arg2):
    kind = _type(arg1)
    own = dtype(kind).type
    if arg2 is float:
        arg2 = numpy.floating
    elif arg2 is int:
        arg2 = numpy.signedinteger
    elif not _tine.is_class(arg2):
        arg2 = dtype(arg2).type
    return issubclass(own, arg2)


def isscalar(element):
    return _is_number(element) or isinstance(element, str)


def promote_types(type1, type2):
    return dtype(_promote(_type(type1), _type(type2)))


def result_type(*arrays_and_dtypes):
    common = torch.bool
    for item in arrays_and_dtypes:
        common = _promote(common, item._t.dtype if isinstance(item, numpy.ndarray) else _number_type(item) if _is_number(item) else _type(item))
    return dtype(common)


def can_cast(from_, to):
    return _promote(_type(from_), _type(to)) == _type(to)


class errstate:
    """Nothing warns here."""

    def __init__(self, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        return None


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    return {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


def set_printoptions(**kwargs):
    _tine.unsupported("'numpy.set_printoptions' is not supported")


class vectorize:
    """Of functions that compute with arrays as they do with numbers, element by element."""

    def __init__(self, pyfunc, otypes=None):
        self.pyfunc = pyfunc
        self.otypes = otypes

    def __call__(self, *args):
        tensors = torch.broadcast_tensors(*[_tensor(a) for a in args])
        count = tensors[0].numel()
        flat = [t.reshape(-1) for t in tensors]
        results = [self.pyfunc(*[_tine.numpy_number(t[i]) for t in flat]) for i in range(count)]
        t = _tensor(results)
        return numpy.ndarray((t if self.otypes is None else t.to(_type(self.otypes[0]))).reshape(tensors[0].shape))

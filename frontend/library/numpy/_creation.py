# numpy: new arrays.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import numpy
import torch
from numpy._arrays import ndarray
from numpy._operands import _is_number, _number_type, _tensor, _type, _wrap


def _numbers(texts, depth, kind):
    if kind not in (torch.float64, torch.float32, torch.int64):
        _tine.unsupported("texts become float64, float32 or int64 here; convert the numbers behind that")
    if depth == 2:
        return [_numbers(row, 1, kind) for row in texts]
    return [float(text) for text in texts] if kind.is_floating_point else [int(text) for text in texts]


def _typed(value, dtype):
    """What dtype says is not asked of numbers that may be ints."""
    depth = 0 if dtype is None else _tine.depth_of_texts(value)
    if depth > 0:
        kind = _type(dtype)
        return torch.tensor(_numbers(value, depth, kind), dtype=torch.float64 if kind.is_floating_point else torch.int64)
    if dtype is not None and _type(dtype).is_floating_point and _tine.has_int_or_float(value):
        return torch.tensor(value, dtype=torch.float64)
    return _tensor(value)


def array(object, dtype=None, *, copy=True, ndmin=0):
    if not copy:
        return asarray(object, dtype)
    t = _typed(object, dtype)
    t = t.clone() if dtype is None else t.to(_type(dtype)).clone()
    return ndarray(t.reshape([1] * (ndmin - t.dim()) + list(t.shape)) if t.dim() < ndmin else t)


def asarray(a, dtype=None):
    if isinstance(a, ndarray) and dtype is None:
        return a
    t = _typed(a, dtype)
    return ndarray(t if dtype is None else t.to(_type(dtype)))


asanyarray = asarray


def ascontiguousarray(a, dtype=None):
    return ndarray(torch.atleast_1d(_tensor(asarray(a, dtype))).contiguous())


def copy(a):
    return ndarray(_tensor(a).clone())


def _shape(shape):
    """What is given as one, in a form that torch takes."""
    if _is_number(shape):
        return (int(shape),)
    return tuple(shape.tolist()) if isinstance(shape, ndarray) else tuple(shape)


def zeros(shape, dtype=torch.float64, order="C"):
    return ndarray(torch.zeros(_shape(shape), dtype=_type(dtype)))


def ones(shape, dtype=torch.float64, order="C"):
    return ndarray(torch.ones(_shape(shape), dtype=_type(dtype)))


empty = zeros


def full(shape, fill_value, dtype=None):
    if not _is_number(fill_value):
        return ndarray(_tensor(fill_value).expand(_shape(shape)).clone())
    kind = _number_type(fill_value) if dtype is None else _type(dtype)
    return ndarray(torch.full(_shape(shape), fill_value, dtype=kind))


def _like(function, a, dtype):
    t = _tensor(a)
    return ndarray(function(t, dtype=t.dtype if dtype is None else _type(dtype)))


def zeros_like(a, dtype=None):
    return _like(torch.zeros_like, a, dtype)


def ones_like(a, dtype=None):
    return _like(torch.ones_like, a, dtype)


empty_like = zeros_like


def full_like(a, fill_value, dtype=None):
    t = _tensor(a)
    return ndarray(torch.full_like(t, fill_value, dtype=t.dtype if dtype is None else _type(dtype)))


def eye(N, M=None, k=0, dtype=torch.float64):
    if k != 0:
        row = torch.arange(N).unsqueeze(1)
        return ndarray((row + k == torch.arange(N if M is None else M)).to(_type(dtype)))
    return ndarray(torch.eye(N, N if M is None else M, dtype=_type(dtype)))


identity = eye


def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        stop = start
        start = 0
    if dtype is None:
        kinds = [_number_type(bound) for bound in (start, stop, step)]
        floats = [kind for kind in kinds if kind.is_floating_point]
        dtype = torch.float64 if len(floats) > 0 else torch.int64
    return ndarray(torch.arange(start, stop, step, dtype=_type(dtype)))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None):
    if endpoint:
        t = torch.linspace(start, stop, num, dtype=torch.float64)
    else:
        t = torch.arange(num, dtype=torch.float64) * ((stop - start) / num) + start
    values = ndarray(t if dtype is None else t.to(_type(dtype)))
    if retstep:
        return values, (stop - start) / (num - 1 if endpoint else num)
    return values


def logspace(start, stop, num=50, endpoint=True, base=10.0):
    return base ** linspace(start, stop, num, endpoint)


def geomspace(start, stop, num=50):
    return ndarray(torch.exp(torch.linspace(numpy.log(start), numpy.log(stop), num, dtype=torch.float64)))


def meshgrid(*xi, indexing="xy", sparse=False):
    if sparse:
        _tine.unsupported("sparse grids are not supported")
    return [ndarray(grid.clone()) for grid in torch.meshgrid(*[_tensor(a) for a in xi], indexing=indexing)]


def indices(dimensions):
    grids = torch.meshgrid(*[torch.arange(n) for n in dimensions], indexing="ij")
    return ndarray(torch.stack(list(grids)))


def diag(v, k=0):
    return ndarray(torch.diag(_tensor(v), k).clone())


def diagflat(v, k=0):
    return ndarray(torch.diag(_tensor(v).reshape(-1), k))


def tri(N, M=None, k=0, dtype=torch.float64):
    return ndarray(torch.tril(torch.ones(N, N if M is None else M, dtype=_type(dtype)), k))


def triu(m, k=0):
    return ndarray(torch.triu(_tensor(m), k))


def tril(m, k=0):
    return ndarray(torch.tril(_tensor(m), k))


def _pair_of_indices(places):
    return ndarray(places[0]), ndarray(places[1])


def triu_indices(n, k=0, m=None):
    return _pair_of_indices(torch.triu_indices(n, n if m is None else m, k))


def tril_indices(n, k=0, m=None):
    return _pair_of_indices(torch.tril_indices(n, n if m is None else m, k))


def vander(x, N=None, increasing=False):
    return ndarray(torch.vander(_tensor(x), N, increasing))


def fromiter(iter, dtype):
    return array([item for item in iter], dtype)


def fromfunction(function, shape):
    return function(*[ndarray(grid.double()) for grid in torch.meshgrid(*[torch.arange(n) for n in shape], indexing="ij")])

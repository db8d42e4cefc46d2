# numpy: shapes, parts and products of arrays.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import numpy
import torch
from numpy._arrays import _mirror, ndarray
from numpy._operands import _as, _is_number, _pair_of_tensors, _promote, _tensor, _wrap


def shape(a):
    return tuple(_tensor(a).shape)


def ndim(a):
    return _tensor(a).dim()


def size(a, axis=None):
    return _tensor(a).numel() if axis is None else _tensor(a).shape[axis]


#
# Joining and splitting
#


def _tensors(arrays):
    """Of one dtype."""
    tensors = [_tensor(a) for a in arrays]
    if len(tensors) == 0:
        raise ValueError("need at least one array to concatenate")
    common = tensors[0].dtype
    for t in tensors[1:]:
        common = _promote(common, t.dtype)
    return [t.to(common) for t in tensors]


def concatenate(arrays, axis=0, out=None):
    tensors = _tensors(arrays)
    if axis is None:
        tensors = [t.reshape(-1) for t in tensors]
        axis = 0
    result = torch.cat(tensors, axis)
    if out is not None:
        out._changes()
        out._t.copy_(result)
        return out
    return ndarray(result)


def stack(arrays, axis=0):
    return ndarray(torch.stack(_tensors(arrays), axis))


def hstack(tup):
    return ndarray(torch.hstack(_tensors(tup)))


def vstack(tup):
    return ndarray(torch.vstack(_tensors(tup)))


def dstack(tup):
    return ndarray(torch.dstack(_tensors(tup)))


def column_stack(tup):
    return ndarray(torch.column_stack(_tensors(tup)))


def _joined(parts):
    """What stands in the brackets of c_ and r_."""
    parts = parts if isinstance(parts, tuple) else (parts,)
    for part in parts:
        if isinstance(part, (slice, str)):
            _tine.unsupported("c_ and r_ take arrays, lists and numbers here; use arange() or linspace()")
    return [numpy.atleast_1d(part) for part in parts]


class _Columns:
    def __getitem__(self, parts):
        return column_stack(_joined(parts))


class _Rows:
    def __getitem__(self, parts):
        return concatenate(_joined(parts))


c_ = _Columns()
r_ = _Rows()


def append(arr, values, axis=None):
    if axis is None:
        return concatenate([ravel(arr), ravel(values)])
    return concatenate([arr, values], axis)


def insert(arr, obj, values, axis=None):
    t = _tensor(arr)
    if axis is None:
        t = t.reshape(-1)
        axis = 0
    given = _tensor(values).to(t.dtype)
    if given.dim() < t.dim():
        row = list(t.shape)
        row[axis] = 1
        given = given.reshape([1] * t.dim() if given.dim() == 0 else row).expand(row)
    place = obj if obj >= 0 else obj + t.shape[axis]
    return ndarray(torch.cat([t.narrow(axis, 0, place), given, t.narrow(axis, place, t.shape[axis] - place)], axis))


def delete(arr, obj, axis=None):
    t = _tensor(arr)
    if axis is None:
        t = t.reshape(-1)
        axis = 0
    kept = torch.ones(t.shape[axis], dtype=torch.bool)
    kept[obj if _is_number(obj) or isinstance(obj, slice) else _tensor(obj)] = False
    return ndarray(t.index_select(axis, torch.where(kept)[0]))


def split(ary, indices_or_sections, axis=0):
    """Into so many equal parts, or at these places."""
    t = _tensor(ary)
    if _is_number(indices_or_sections):
        count = int(indices_or_sections)
        if t.shape[axis] % count != 0:
            raise ValueError("array split does not result in an equal division")
        return [ndarray(part) for part in torch.split(t, t.shape[axis] // count, axis)]
    return array_split(ary, indices_or_sections, axis)


def array_split(ary, indices_or_sections, axis=0):
    parts = indices_or_sections
    if isinstance(parts, ndarray):
        parts = parts.tolist()
    return [ndarray(part) for part in torch.tensor_split(_tensor(ary), parts, axis)]


def hsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 1 if _tensor(ary).dim() > 1 else 0)


def vsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 0)


def dsplit(ary, indices_or_sections):
    return split(ary, indices_or_sections, 2)


def tile(A, reps):
    return ndarray(torch.tile(_tensor(A), (reps,) if _is_number(reps) else tuple(reps)))


def repeat(a, repeats, axis=None):
    t = _tensor(a)
    count = repeats if _is_number(repeats) else _tensor(repeats)
    return _as(torch.repeat_interleave(t.reshape(-1) if axis is None else t, count, 0 if axis is None else axis), a)


def pad(array, pad_width, mode="constant", constant_values=0):
    t = _tensor(array)
    widths = _tensor(pad_width).tolist()
    if _is_number(widths):
        widths = [[widths, widths]] * t.dim()
    elif _is_number(widths[0]):
        widths = [widths * 2 if len(widths) == 1 else widths] * t.dim()
    elif len(widths) == 1:
        widths = widths * t.dim()
    for dim, (before, after) in enumerate(widths):
        t = _padded(t, dim, before, after, mode, constant_values)
    return ndarray(t)


def _padded(t, dim, before, after, mode, value):
    n = t.shape[dim]
    if mode == "constant":
        sizes = list(t.shape)
        sizes[dim] = before
        last = list(t.shape)
        last[dim] = after
        return torch.cat([torch.full(sizes, value, dtype=t.dtype), t, torch.full(last, value, dtype=t.dtype)], dim)
    places = torch.arange(-before, n + after)
    if mode == "edge":
        places = places.clamp(0, n - 1)
    elif mode == "wrap":
        places = places % n
    elif mode == "reflect":
        places = (places % (2 * n - 2)) if n > 1 else places * 0
        places = torch.where(places < n, places, 2 * n - 2 - places)
    elif mode == "symmetric":
        places = places % (2 * n)
        places = torch.where(places < n, places, 2 * n - 1 - places)
    else:
        _tine.unsupported("this mode of 'pad' is not supported; 'constant', 'edge', 'wrap', 'reflect' and 'symmetric' are")
    return t.index_select(dim, places)


#
# Shapes
#


def reshape(a, shape, order="C"):
    return _as(_tensor(a).reshape(shape if _is_number(shape) else tuple(shape)), a) if isinstance(a, torch.Tensor) else numpy.asarray(a).reshape(shape)


def resize(a, new_shape):
    t = _tensor(a).reshape(-1)
    wanted = (new_shape,) if _is_number(new_shape) else tuple(new_shape)
    count = math.prod(wanted)
    return ndarray(t[torch.arange(count) % len(t)].reshape(wanted))


def ravel(a):
    return ndarray(_tensor(a).reshape(-1))


def squeeze(a, axis=None):
    t = _tensor(a)
    t = t.squeeze() if axis is None else t.squeeze(axis)
    return t if isinstance(a, torch.Tensor) else ndarray(t)


def expand_dims(a, axis):
    t = _tensor(a)
    for place in (axis,) if _is_number(axis) else axis:
        t = t.unsqueeze(place)
    return ndarray(t)


def transpose(a, axes=None):
    t = _tensor(a)
    t = t.permute(list(range(t.dim()))[::-1] if axes is None else tuple(axes))
    return t if isinstance(a, torch.Tensor) else ndarray(t)


def swapaxes(a, axis1, axis2):
    t = _tensor(a).transpose(axis1, axis2)
    return t if isinstance(a, torch.Tensor) else ndarray(t)


def moveaxis(a, source, destination):
    return ndarray(torch.movedim(_tensor(a), source, destination))


def rollaxis(a, axis, start=0):
    return moveaxis(a, axis, start - 1 if axis < start else start)


def flip(m, axis=None):
    t = _tensor(m)
    if axis is None:
        axis = list(range(t.dim()))
    return _mirror(torch.flip(t, [axis] if _is_number(axis) else list(axis)))


def fliplr(m):
    return flip(m, 1)


def flipud(m):
    return flip(m, 0)


def rot90(m, k=1, axes=(0, 1)):
    return ndarray(torch.rot90(_tensor(m), k, list(axes)))


def roll(a, shift, axis=None):
    t = _tensor(a)
    return ndarray(torch.roll(t, shift) if axis is None else torch.roll(t, shift, axis))


def broadcast_to(array, shape):
    return ndarray(_tensor(array).expand((shape,) if _is_number(shape) else tuple(shape)))


def broadcast_arrays(*args):
    return [ndarray(t) for t in torch.broadcast_tensors(*[_tensor(a) for a in args])]


def _at_least(function, arrays):
    results = [ndarray(function(_tensor(a))) for a in arrays]
    return results[0] if len(results) == 1 else tuple(results)


def atleast_1d(*arys):
    return _at_least(torch.atleast_1d, arys)


def atleast_2d(*arys):
    return _at_least(torch.atleast_2d, arys)


def atleast_3d(*arys):
    return _at_least(torch.atleast_3d, arys)


#
# Parts
#


def take(a, indices, axis=None):
    t = _tensor(a)
    places = _tensor(indices)
    if axis is None:
        return _wrap(t.reshape(-1)[places])
    if axis < 0:
        axis += t.dim()
    whole = t.index_select(axis, places.reshape(-1) % t.shape[axis])
    return _wrap(whole.reshape(list(t.shape)[:axis] + list(places.shape) + list(t.shape)[axis + 1:]))


def take_along_axis(arr, indices, axis=-1):
    return ndarray(torch.take_along_dim(_tensor(arr), _tensor(indices), axis))


def diagonal(a, offset=0, axis1=0, axis2=1):
    return ndarray(torch.diagonal(_tensor(a), offset, axis1, axis2))


def fill_diagonal(a, val):
    a._changes()
    if _is_number(val) and a._t.dim() == 2:
        i = torch.arange(min(a._t.shape[0], a._t.shape[1]))
        a._t[i, i] = val
        return
    torch.diagonal(a._t).copy_(torch.full_like(torch.diagonal(a._t), val) if _is_number(val) else _tensor(val))


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """Of rows whose number is known."""
    t = torch.movedim(_tensor(arr), axis, -1)
    rows = t.reshape(-1, t.shape[-1])
    results = stack([func1d(ndarray(row), *args, **kwargs) for row in rows])._t
    whole = results.reshape(list(t.shape)[:-1] + list(results.shape)[1:])
    return ndarray(torch.movedim(whole, -1, axis) if results.dim() > 1 else whole)


def array_equal(a1, a2):
    return torch.equal(_tensor(a1), _tensor(a2))


#
# Products
#


def dot(a, b):
    x, y = _tensor(a), _tensor(b)
    if x.dim() == 0 or y.dim() == 0:
        return numpy.multiply(a, b)
    if y.dim() > 2:
        _tine.unsupported("'dot' takes arrays of at most two dimensions here")
    x, y = _pair_of_tensors(numpy.asarray(a), numpy.asarray(b))
    return _wrap(x @ y)


def matmul(a, b):
    x, y = _pair_of_tensors(numpy.asarray(a), numpy.asarray(b))
    return _as(x @ y, a, b)


def vdot(a, b):
    return dot(ravel(a), ravel(b))


def inner(a, b):
    x, y = _pair_of_tensors(numpy.asarray(a), numpy.asarray(b))
    return _wrap(torch.inner(x, y))


def outer(a, b):
    x, y = _pair_of_tensors(numpy.asarray(a), numpy.asarray(b))
    return ndarray(x.reshape(-1, 1) * y.reshape(1, -1))


def kron(a, b):
    x, y = _pair_of_tensors(numpy.asarray(a), numpy.asarray(b))
    return ndarray(torch.kron(x, y))


def cross(a, b, axis=-1):
    x, y = _pair_of_tensors(numpy.asarray(a), numpy.asarray(b))
    return ndarray(torch.linalg.cross(x, y, dim=axis))


def tensordot(a, b, axes=2):
    x, y = _pair_of_tensors(numpy.asarray(a), numpy.asarray(b))
    return _wrap(torch.tensordot(x, y, axes))


def einsum(subscripts, *operands):
    return _wrap(torch.einsum(subscripts, *_tensors(operands)))


def trace(a, offset=0):
    return _wrap(torch.diagonal(_tensor(a), offset).sum())

# numpy: sums and their like, sorting, searching, sets and statistics.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import numpy
import torch
from numpy._arrays import ndarray
from numpy._operands import _as, _floating, _is_number, _pair, _pair_of_tensors, _places_of, _tensor, _type, _wrap

_python_max = max


def _array(a, name):
    """NumPy asks a tensor for the reduction, with names of arguments that it does not have."""
    if isinstance(a, torch.Tensor):
        raise TypeError(f"{name}() got an unexpected keyword argument 'axis'")
    return a if isinstance(a, ndarray) else ndarray(_tensor(a))


def sum(a, axis=None, dtype=None, *, keepdims=False):
    return _array(a, "sum").sum(axis, dtype, keepdims=keepdims)


def mean(a, axis=None, dtype=None, *, keepdims=False):
    return _array(a, "mean").mean(axis, dtype, keepdims=keepdims)


def std(a, axis=None, *, ddof=0, keepdims=False):
    return _array(a, "std").std(axis, ddof=ddof, keepdims=keepdims)


def var(a, axis=None, *, ddof=0, keepdims=False):
    return _array(a, "var").var(axis, ddof=ddof, keepdims=keepdims)


def max(a, axis=None, *, keepdims=False):
    return _array(a, "max").max(axis, keepdims=keepdims)


def min(a, axis=None, *, keepdims=False):
    return _array(a, "min").min(axis, keepdims=keepdims)


amax = max
amin = min


def ptp(a, axis=None):
    return max(a, axis) - min(a, axis)


def _place(name, a, axis):
    t = _places_of(_tensor(a))
    return _as(getattr(torch, name)(t) if axis is None else getattr(torch, name)(t, axis), a)


def argmax(a, axis=None):
    return _place("argmax", a, axis)


def argmin(a, axis=None):
    return _place("argmin", a, axis)


def prod(a, axis=None, dtype=None, *, keepdims=False):
    t = _array(a, "prod")._t if dtype is None else _array(a, "prod")._t.to(_type(dtype))
    if axis is None:
        whole = t.reshape(-1).prod(0)
        return _wrap(whole.reshape([1] * t.dim()) if keepdims else whole)
    if not _is_number(axis):
        for place in sorted([i % t.dim() for i in axis], reverse=True):
            t = t.prod(place, keepdim=keepdims)
        return _wrap(t)
    return _wrap(t.prod(axis, keepdim=keepdims))


def all(a, axis=None, *, keepdims=False):
    return _array(a, "all").all(axis, keepdims=keepdims)


def any(a, axis=None, *, keepdims=False):
    return _array(a, "any").any(axis, keepdims=keepdims)


def _running(name, a, axis, dtype):
    t = _tensor(a) if dtype is None else _tensor(a).to(_type(dtype))
    function = getattr(torch, name)
    return _as(function(t.reshape(-1), 0) if axis is None else function(t, axis), a)


def cumsum(a, axis=None, dtype=None):
    return _running("cumsum", a, axis, dtype)


def cumprod(a, axis=None, dtype=None):
    return _running("cumprod", a, axis, dtype)


def diff(a, n=1, axis=-1):
    return ndarray(torch.diff(_tensor(a), n, axis))


def ediff1d(ary):
    return ndarray(torch.diff(_tensor(ary).reshape(-1)))


def trapezoid(y, x=None, dx=1.0, axis=-1):
    t = _floating(_tensor(y))
    return _wrap(torch.trapezoid(t, dx=dx, dim=axis) if x is None else torch.trapezoid(t, _floating(_tensor(x)), dim=axis))


def gradient(f, *varargs):
    t = _floating(_tensor(f))
    if t.dim() != 1 or len(varargs) > 1:
        _tine.unsupported("'gradient' of arrays of one dimension with one spacing only is supported")
    spacing = varargs[0] if len(varargs) == 1 else 1.0
    inner = (t[2:] - t[:-2]) / (2.0 * spacing)
    return ndarray(torch.cat([(t[1:2] - t[:1]) / spacing, inner, (t[-1:] - t[-2:-1]) / spacing]))


#
# Without NaN
#


def _filled(a, value):
    t = _tensor(a)
    return ndarray(torch.where(torch.isnan(t), value, t))


def _count(a, axis, keepdims):
    return sum(~torch.isnan(_tensor(a)).numpy(), axis, keepdims=keepdims)


def nansum(a, axis=None, *, keepdims=False):
    return sum(_filled(a, 0.0), axis, keepdims=keepdims)


def nanmean(a, axis=None, *, keepdims=False):
    return nansum(a, axis, keepdims=keepdims) / _count(a, axis, keepdims)


def nanvar(a, axis=None, *, ddof=0, keepdims=False):
    centred = numpy.asarray(a) - nanmean(a, axis, keepdims=True)
    return nansum(centred * centred, axis, keepdims=keepdims) / (_count(a, axis, keepdims) - ddof)


def nanstd(a, axis=None, *, ddof=0, keepdims=False):
    return numpy.sqrt(nanvar(a, axis, ddof=ddof, keepdims=keepdims))


def nanmax(a, axis=None, *, keepdims=False):
    return max(_filled(a, -numpy.inf), axis, keepdims=keepdims)


def nanmin(a, axis=None, *, keepdims=False):
    return min(_filled(a, numpy.inf), axis, keepdims=keepdims)


def nanargmax(a, axis=None):
    return argmax(_filled(a, -numpy.inf), axis)


def nanargmin(a, axis=None):
    return argmin(_filled(a, numpy.inf), axis)


#
# Sorting and searching
#


def sort(a, axis=-1, kind=None):
    t = _tensor(a)
    return ndarray(torch.sort(t.reshape(-1))[0] if axis is None else torch.sort(t, axis)[0])


def argsort(a, axis=-1, kind=None):
    """Equal elements keep their order, which NumPy leaves open."""
    t = _tensor(a)
    return _as(torch.sort(t.reshape(-1) if axis is None else t, dim=0 if axis is None else axis, stable=True)[1], a)


def lexsort(keys):
    """By the last key, then by the one before it."""
    parts = [_tensor(key) for key in keys]
    order = torch.sort(parts[0], stable=True)[1]
    for part in parts[1:]:
        order = order[torch.sort(part[order], stable=True)[1]]
    return ndarray(order)


def where(condition, x=None, y=None):
    if x is None:
        return tuple([ndarray(i) for i in torch.where(_tensor(condition))])
    a, b = _pair(x, y)
    return _wrap(torch.where(_tensor(condition), a, b))


def nonzero(a):
    return torch.nonzero(a) if isinstance(a, torch.Tensor) else where(a)


def flatnonzero(a):
    return where(ndarray(_tensor(a).reshape(-1)))[0]


def argwhere(a):
    return ndarray(torch.nonzero(_tensor(a)))


def count_nonzero(a, axis=None):
    t = _tensor(a)
    return _wrap(torch.count_nonzero(t) if axis is None else torch.count_nonzero(t, axis))


def searchsorted(a, v, side="left"):
    t, values = _pair_of_tensors(numpy.asarray(a), numpy.asarray(v))
    return _as(torch.searchsorted(t, values, right=side == "right"), a)


def digitize(x, bins, right=False):
    """Bins may go down, too."""
    t = _tensor(bins)
    at = _tensor(x)
    up = torch.bucketize(at, t, right=not right)
    down = len(t) - torch.bucketize(at, torch.flip(t, [0]), right=right)
    return _wrap(torch.where((t[1:] >= t[:-1]).all(), up, down))


def select(condlist, choicelist, default=0):
    result = default
    for condition, choice in reversed(list(zip(condlist, choicelist))):
        result = where(condition, choice, result)
    return result


def unravel_index(indices, shape):
    return tuple([_wrap(i) for i in torch.unravel_index(_tensor(indices), shape)])


#
# Sets
#


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    if axis is not None:
        _tine.unsupported("'unique' along an axis is not supported")
    t = _tensor(ar)
    values, inverse, counts = torch.unique(t, return_inverse=True, return_counts=True)
    results = [ndarray(values)]
    if return_index:
        # The first of the equal ones, which a stable sort has in front.
        order = torch.sort(t.reshape(-1), stable=True)[1]
        results.append(ndarray(order[torch.cumsum(counts, 0) - counts]))
    if return_inverse:
        results.append(ndarray(inverse.reshape(t.shape)))
    if return_counts:
        results.append(ndarray(counts))
    return results[0] if len(results) == 1 else tuple(results)


def isin(element, test_elements, invert=False):
    return _wrap(torch.isin(_tensor(element), _tensor(test_elements), invert=invert))


def in1d(ar1, ar2):
    return isin(numpy.ravel(ar1), ar2)


def union1d(ar1, ar2):
    return unique(numpy.concatenate([numpy.ravel(ar1), numpy.ravel(ar2)]))


def intersect1d(ar1, ar2):
    first = unique(ar1)
    return first[isin(first, ar2)]


def setdiff1d(ar1, ar2):
    first = unique(ar1)
    return first[isin(first, ar2, invert=True)]


#
# Statistics
#


def median(a, axis=None, keepdims=False):
    return quantile(a, 0.5, axis, keepdims=keepdims)


def quantile(a, q, axis=None, *, method="linear", keepdims=False):
    t = _floating(_tensor(a))
    at = q if _is_number(q) else _tensor(q).to(t.dtype)
    result = torch.quantile(t, at, axis, keepdims, interpolation=method)
    return _wrap(result)


def percentile(a, q, axis=None, *, method="linear", keepdims=False):
    at = q / 100 if _is_number(q) else numpy.asarray(q) / 100
    return quantile(a, at, axis, method=method, keepdims=keepdims)


def average(a, axis=None, weights=None):
    if weights is None:
        return mean(numpy.asarray(a), axis)
    w = numpy.asarray(weights)
    t = numpy.asarray(a)
    if axis is not None and w.ndim == 1 and t.ndim > 1:
        w = w.reshape([-1 if i == axis % t.ndim else 1 for i in range(t.ndim)])
        w = numpy.broadcast_to(w, t.shape)
    return sum(t * w, axis) / sum(w, axis)


def bincount(x, weights=None, minlength=0):
    if weights is None:
        return ndarray(torch.bincount(_tensor(x), minlength=minlength))
    return ndarray(torch.bincount(_tensor(x), _tensor(weights).double(), minlength))


def histogram(a, bins=10, range=None, density=False, weights=None):
    t = _floating(_tensor(a)).reshape(-1)
    if _is_number(bins):
        low = t.min() if range is None else torch.tensor(range[0], dtype=t.dtype)
        high = t.max() if range is None else torch.tensor(range[1], dtype=t.dtype)
        same = low == high
        low, high = torch.where(same, low - 0.5, low), torch.where(same, high + 0.5, high)
        steps = torch.arange(bins + 1, dtype=t.dtype) / bins
        edges = low + (high - low) * steps
        edges[-1] = high
    else:
        edges = _floating(_tensor(bins))
    inside = t[(t >= edges[0]) & (t <= edges[-1])]
    places = (torch.searchsorted(edges, inside, right=True) - 1).clamp(max=len(edges) - 2)
    counts = torch.bincount(places, minlength=len(edges) - 1)
    if density:
        return ndarray(counts / (edges[1:] - edges[:-1]) / counts.sum()), ndarray(edges)
    return ndarray(counts), ndarray(edges)


def interp(x, xp, fp, left=None, right=None):
    at, places = _tensor(x).double(), _tensor(xp).double()
    values = _tensor(fp).double()
    i = (torch.searchsorted(places, at, right=True) - 1).clamp(0, len(places) - 2)
    slope = (values[i + 1] - values[i]) / (places[i + 1] - places[i])
    result = values[i] + slope * (at - places[i])
    result = torch.where(at < places[0], values[0] if left is None else left, result)
    result = torch.where(at == places[-1], values[-1], result)
    return _wrap(torch.where(at > places[-1], values[-1] if right is None else right, result))


def convolve(a, v, mode="full"):
    x, y = _pair_of_tensors(numpy.asarray(a), numpy.asarray(v))
    if len(y) > len(x):
        x, y = y, x
    n, k = len(x), len(y)
    zeros = torch.zeros(k - 1, dtype=x.dtype)
    full = torch.cat([zeros, x, zeros]).unfold(0, k, 1) @ torch.flip(y, [0])
    if mode == "same":
        full = full[(k - 1) // 2:(k - 1) // 2 + n]
    elif mode == "valid":
        full = full[k - 1:n]
    return ndarray(full)


def cov(m, rowvar=True, ddof=1):
    t = _floating(_tensor(m))
    return _wrap(torch.cov(t if rowvar or t.dim() < 2 else t.T, correction=ddof))


def corrcoef(x, y=None):
    t = _floating(_tensor(x))
    return _wrap(torch.corrcoef(t if y is None else torch.stack([t, _floating(_tensor(y))])))


def polyval(p, x):
    coefficients = _tensor(p)
    result = numpy.zeros_like(numpy.asarray(x))
    for i in range(len(coefficients)):
        result = result * x + coefficients[i].item()
    return result

# Sorting and what follows from it.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._math import summed


def _rows(input, dim):
    """Its lines along dim as the rows of a matrix, and their shape."""
    moved = torch.movedim(input, dim, -1)
    shape = list(moved.shape)
    return moved.reshape(math.prod(shape[:-1]), shape[-1]), shape


def _sorted(input, dim, descending, stable):
    """Values and indices, sorted along dim."""
    if input.dim() == 0:
        return input.clone(), torch.zeros_like(input, dtype=torch.int64)
    rows, shape = _rows(input, dim)
    values, indices = _tine.sort(rows, descending, stable)
    return (torch.movedim(values.reshape(shape), -1, dim),
            torch.movedim(indices.reshape(shape), -1, dim))


def _first_places(how, input, k, dim, descending):
    """Where the k first of all sorted along `dim` are; of PyTorch's orders of equal ones that of
    `how`, see nn.topk."""
    with torch.no_grad():
        rows, shape = _rows(input.detach(), dim)
        places = _tine.topk(how, rows, k, descending)
    return torch.movedim(places.reshape(shape[:-1] + [k]), -1, dim)


def _along(name, places, dim, descending, stable):
    """The dimension and the direction, which only calls without stable= may give by their places."""
    named = [dim is not None, descending is not None]
    is_good = len(places) == 0 or (len(places) <= 2 and stable is None and not any(named[:len(places)]))
    if len(places) > 0:
        dim = places[0]
    if len(places) == 2:
        descending = places[1]
    if not is_good or isinstance(dim, bool):
        _tine.fault("TypeError", f"{name}() received an invalid combination of arguments; dim and descending have "
                    "this order, and their names where stable= is given")
    return -1 if dim is None else dim, descending is not None and descending


def argsort(input, *places, dim=None, descending=None, stable=None):
    dim, descending = _along("argsort", places, dim, descending, stable)
    return _sorted(input, dim, descending, stable is not None and stable)[1]


def sort(input, *places, dim=None, descending=None, stable=None):
    dim, descending = _along("sort", places, dim, descending, stable)
    values, order = _sorted(input, dim, descending, stable is not None and stable)
    return _tine.result("sort", values, order)


def msort(input):
    return _sorted(input, 0, False, False)[0]


def topk(input, k, dim=-1, largest=True, sorted=True):
    if input.dim() == 0:
        return _tine.result("topk", input.clone(), torch.zeros_like(input, dtype=torch.int64))
    if k < 0 or k > input.size(dim):
        raise RuntimeError("selected index k out of range")
    order = _first_places("sorted" if sorted else "partition", input, k, dim, largest)
    return _tine.result("topk", torch.gather(input, dim, order), order)


def _at(name, input, order, dim, keepdim):
    """The elements at one place of every line."""
    values = torch.gather(input, dim, order)
    return (_tine.result(name, values, order) if keepdim else
            _tine.result(name, values.squeeze(dim), order.squeeze(dim)))


def _check_not_empty(name, input, dim):
    if input.dim() > 0 and input.size(dim) == 0:
        raise IndexError(f"{name}(): Expected reduction dim {dim if dim >= 0 else dim + input.dim()} "
                         "to have non-zero size.")


def kthvalue(input, k, dim=-1, keepdim=False):
    _check_not_empty("kthvalue", input, dim)
    if k < 1 or k > (input.size(dim) if input.dim() > 0 else 1):
        axis = dim if dim >= 0 else dim + max(input.dim(), 1)
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {axis}")
    if input.dim() == 0:
        return _tine.result("kthvalue", input.clone(), torch.zeros_like(input, dtype=torch.int64))
    order = _first_places("kth", input, k, dim, False).narrow(dim, k - 1, 1)
    return _at("kthvalue", input, order, dim, keepdim)


def _kth(flat, place):
    """What stands there when sorted; all elements of that value share its derivative."""
    found = flat[_first_places("partition", flat, place + 1, 0, False)[place]]
    if flat.requires_grad:
        value = found.detach()
        highest = torch.amax(torch.where(flat == value, flat, -math.inf))
        found = torch.where(torch.isfinite(value), highest, found)
    return found


def median(input, dim=None, keepdim=False):
    """Of an even number of elements the lower one in the middle; NaN if there is one."""
    if dim is None:
        flat = input.reshape(-1)
        if flat.size(0) == 0:
            if not input.is_floating_point():
                raise RuntimeError("median() of no integers")
            return torch.full([], math.nan, dtype=input.dtype, device=input.device)
        middle = _kth(flat, (flat.size(0) - 1) // 2)
        if input.is_floating_point():
            return torch.where(torch.isnan(flat).any(), math.nan, middle)
        return middle
    _check_not_empty("median", input, dim)
    if input.dim() == 0:
        return _tine.result("median", input.clone(), torch.zeros_like(input, dtype=torch.int64))
    values, order = _sorted(input, dim, False, True)
    size = input.size(dim)
    if input.is_floating_point():
        # The first NaN stands behind all numbers.
        numbers = torch.logical_not(torch.isnan(values)).sum(dim, keepdim=True)
        place = torch.where(numbers < size, numbers, (size - 1) // 2)
        order = torch.gather(order, dim, place)
    else:
        order = order.narrow(dim, (size - 1) // 2, 1).clone()
    return _at("median", input, order, dim, keepdim)


def nanmedian(input, dim=None, keepdim=False):
    """NaN counts as missing; of nothing else it is the result."""
    if not input.is_floating_point():
        return median(input, dim, keepdim)
    if dim is None:
        flat = input.reshape(-1)
        if flat.size(0) == 0:
            return median(flat)
        count = int(torch.logical_not(torch.isnan(flat)).sum())
        return _kth(flat, max(count - 1, 0) // 2)
    if input.dim() == 0:
        return median(input, dim, keepdim)
    values, order = _sorted(input, dim, False, True)
    count = torch.logical_not(torch.isnan(values)).sum(dim, keepdim=True)
    place = torch.clamp((count - 1) // 2, min=0)
    return _at("nanmedian", input, torch.gather(order, dim, place), dim, keepdim)


def mode(input, dim=-1, keepdim=False):
    """The smallest of the most frequent elements, and where it is last."""
    if input.dim() == 0:
        return _tine.result("mode", input.clone(), torch.zeros([], dtype=torch.int64))
    _check_not_empty("mode", input, dim)
    with torch.no_grad():
        ordered, places = _sorted(input.detach(), dim, False, False)
        ordered, places = torch.movedim(ordered, dim, -1), torch.movedim(places, dim, -1)
        size = ordered.size(-1)
        # Equal elements stand together: how many there are of each.
        size = ordered.size(-1)
        fresh = torch.ones_like(ordered, dtype=torch.bool)
        fresh.narrow(-1, 1, size - 1).copy_(ordered.narrow(-1, 1, size - 1) != ordered.narrow(-1, 0, size - 1))
        group = fresh.reshape(-1).to(torch.int64).cumsum(0) - 1
        same = torch.bincount(group)[group].reshape(list(ordered.shape))
        # The first of those with the greatest count, and the last one of its like.
        top = torch.argmax((same == same.max(-1, keepdim=True)[0]).to(torch.int64), -1, keepdim=True)
        last = top + torch.gather(same, -1, top) - 1
        index = torch.movedim(torch.gather(places, -1, last), -1, dim)
    return _at("mode", input, index, dim, keepdim)


def _extremes(name, input, dim, kind):
    """The greatest element so far, of equal ones the last."""
    if input.dim() == 0:
        return _tine.result(name, input.clone(), torch.zeros([], dtype=torch.int64, device=input.device))
    with torch.no_grad():
        best = _tine.scan(kind, input, dim)
        hit = input == best
        if input.is_floating_point():
            hit = hit | torch.isnan(input)
        shape = [1] * input.dim()
        shape[dim] = input.size(dim)
        places = torch.arange(input.size(dim), device=input.device).reshape(shape)
        index = _tine.scan("max", torch.where(hit, places, 0), dim)
    return _tine.result(name, torch.gather(input, dim, index), index)


def cummax(input, dim):
    return _extremes("cummax", input, dim, "max")


def cummin(input, dim):
    return _extremes("cummin", input, dim, "min")


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    return _quantile("quantile", input, q, dim, keepdim, interpolation, False)


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    return _quantile("nanquantile", input, q, dim, keepdim, interpolation, True)


def _quantile(name, input, q, dim, keepdim, interpolation, skips):
    if interpolation not in ("linear", "lower", "higher", "midpoint", "nearest"):
        raise RuntimeError(f"{name}() interpolation must be one of linear, lower, higher, midpoint or "
                           f"nearest, but got {interpolation}")
    if not input.is_floating_point():
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype")
    if not isinstance(q, torch.Tensor):
        if q < 0 or q > 1:
            raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q:g}")
        q = torch.full([], q, dtype=input.dtype)
    elif q.dim() > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    elif q.dtype != input.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    elif bool(((q < 0) | (q > 1)).any()):
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")
    rank = input.dim()
    whole = dim is None
    values = input.reshape(-1) if whole or rank == 0 else torch.movedim(input, dim, -1)
    if values.numel() == 0:
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    values = _sorted(values, -1, False, True)[0]
    bad = torch.isnan(values)
    size = values.size(-1)
    points = q.reshape(-1)
    # Ranks: one row of values, all points.
    if skips:
        count = torch.logical_not(bad).sum(-1, keepdim=True)
        last = torch.clamp(count - 1, min=0).to(input.dtype)
        ranks = points * last
    else:
        ranks = (points * (size - 1)).expand(list(values.shape)[:-1] + [points.size(0)])
        ranks = torch.where(bad.any(-1, keepdim=True), torch.full_like(ranks, size - 1), ranks)
    if interpolation == "lower":
        ranks = torch.floor(ranks)
    elif interpolation == "higher":
        ranks = torch.ceil(ranks)
    elif interpolation == "nearest":
        ranks = torch.round(ranks)
    low = torch.floor(ranks).to(torch.int64)
    result = torch.gather(values, -1, low)
    if interpolation == "linear" or interpolation == "midpoint":
        high = torch.ceil(ranks).to(torch.int64)
        weight = torch.full_like(ranks, 0.5) if interpolation == "midpoint" else ranks - low
        result = _between(result, torch.gather(values, -1, high), weight)
    if whole or rank == 0:
        shape = [1] * rank if keepdim else []
        result = result.reshape([points.size(0)] + shape)
    else:
        if keepdim:
            result = torch.movedim(result.unsqueeze(-1), -1, dim if dim >= 0 else dim + rank)
            result = torch.movedim(result, -1, 0)
        else:
            result = torch.movedim(result, -1, 0)
    return result.squeeze(0) if q.dim() == 0 else result


def _between(low, high, weight):
    """lerp with the steps of PyTorch's derivative."""
    if not low.requires_grad and not weight.requires_grad:
        return torch.lerp(low, high, weight)
    with torch.no_grad():
        output = torch.lerp(low, high, weight)

    def backward(grad):
        return grad * (1 - weight), grad * weight, summed(grad * (high - low), weight)

    return _tine.with_derivative((output,), (low, high, weight), backward)[0]


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        return _unique_rows(input, dim, return_inverse, return_counts, True)
    ordered = _sorted(input.reshape(-1), 0, False, True)[0]
    values = torch.masked_select(ordered, _fresh(ordered))
    results = [values]
    if return_inverse:
        results.append(torch.searchsorted(values, input))
    if return_counts:
        results.append(torch.bincount(torch.searchsorted(values, ordered), minlength=values.size(0)))
    return values if len(results) == 1 else tuple(results)


def _unique_rows(input, dim, return_inverse, return_counts, sorts):
    """Of slices: sorted by their elements, the first one first."""
    moved = torch.movedim(input, dim, 0)
    shape = list(moved.shape)
    rows = moved.reshape(shape[0], -1)
    count = shape[0]
    order = torch.arange(count)
    if sorts:
        for j in range(rows.size(1)):
            column = rows.select(1, rows.size(1) - 1 - j)
            order = torch.index_select(order, 0, argsort(torch.index_select(column, 0, order), stable=True))
    ordered = torch.index_select(rows, 0, order)
    fresh = torch.ones(count, dtype=torch.bool)
    if count > 1:
        fresh = torch.cat([fresh[:1], (ordered[1:] != ordered[:-1]).any(1)])
    places = torch.masked_select(order, fresh)
    values = torch.index_select(input, dim, places)
    group = fresh.to(torch.int64).cumsum(0) - 1
    results = [values]
    if return_inverse:
        results.append(torch.zeros(count, dtype=torch.int64).scatter(0, order, group))
    if return_counts:
        results.append(torch.bincount(group, minlength=places.size(0)))
    return values if len(results) == 1 else tuple(results)


def _fresh(flat):
    """Which elements differ from the one before."""
    return torch.cat([torch.ones_like(flat[:1], dtype=torch.bool), flat[1:] != flat[:-1]])


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    if dim is not None and input.dim() != 1:
        return _unique_rows(input, dim, return_inverse, return_counts, False)
    flat = input.reshape(-1)
    fresh = _fresh(flat)
    values = torch.masked_select(flat, fresh)
    results = [values]
    group = fresh.to(torch.int64).cumsum(0) - 1
    if return_inverse:
        results.append(group.reshape(list(input.shape)))
    if return_counts:
        results.append(torch.bincount(group, minlength=values.size(0)))
    return values if len(results) == 1 else tuple(results)

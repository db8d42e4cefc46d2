# Sorting and what follows from it.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch


def _sorted(input, dim, descending):
    """Values and indices, sorted along dim."""
    if input.dim() == 0:
        return input.clone(), torch.zeros_like(input, dtype=torch.int64)
    moved = torch.movedim(input, dim, -1)
    shape = list(moved.shape)
    lines = 1
    for size in shape[:-1]:
        lines = lines * size
    values, indices = _tine.sort(moved.reshape(lines, shape[-1]), descending)
    return (torch.movedim(values.reshape(shape), -1, dim),
            torch.movedim(indices.reshape(shape), -1, dim))


def argsort(input, dim=-1, descending=False, stable=False):
    return _sorted(input, dim, descending)[1]


def sort(input, dim=-1, descending=False, stable=False):
    values, order = _sorted(input, dim, descending)
    return _tine.pair("sort", values, order)


def msort(input):
    return _sorted(input, 0, False)[0]


def _places_of_greatest(input, k, dim):
    """Where the k greatest are along `dim`: one search for each, faster than to sort all."""
    size = input.size(dim)
    shape = [1] * input.dim()
    shape[dim] = size
    every = torch.arange(size, device=input.device).reshape(shape)
    real = input.is_floating_point()
    least = -math.inf if real else torch.iinfo(input.dtype).min
    found = []
    best, place = None, None
    for i in range(k):
        if best is None:
            left = torch.ones_like(input, dtype=torch.bool)
        else:
            # What comes behind the one before; NaN is the greatest.
            same = input == best
            less = input < best
            if real:
                odd, odd_best = input != input, best != best
                same = torch.logical_or(same, torch.logical_and(odd, odd_best))
                less = torch.logical_or(less, torch.logical_and(odd_best, torch.logical_not(odd)))
            left = torch.logical_or(less, torch.logical_and(same, every > place))
        best = torch.where(left, input, least).amax(dim, keepdim=True)
        same = input == best
        if real:
            same = torch.logical_or(same, torch.logical_and(input != input, best != best))
        place = torch.where(torch.logical_and(left, same), every, size).amin(dim, keepdim=True)
        found.append(place)
    return torch.cat(found, dim)


def topk(input, k, dim=-1, largest=True, sorted=True):
    if input.dim() == 0:
        return _tine.pair("topk", input.clone(), torch.zeros_like(input, dtype=torch.int64))
    if k < 0 or k > input.size(dim):
        raise RuntimeError("selected index k out of range")
    if largest and isinstance(k, int) and k <= 16 and input.size(dim) > 4 * k:
        with torch.no_grad():
            order = _places_of_greatest(input.detach(), k, dim)
        return _tine.pair("topk", torch.gather(input, dim, order), order)
    values, order = _sorted(input, dim, largest)
    return _tine.pair("topk", values.narrow(dim, 0, k).clone(), order.narrow(dim, 0, k).clone())


def _at(name, values, order, place, dim, keepdim):
    """One place of every sorted line."""
    if values.dim() > 0:
        values = values.narrow(dim, place, 1).clone()
        order = order.narrow(dim, place, 1).clone()
        if not keepdim:
            values = values.squeeze(dim)
            order = order.squeeze(dim)
    return _tine.pair(name, values, order)


def kthvalue(input, k, dim=-1, keepdim=False):
    if k < 1 or k > (input.size(dim) if input.dim() > 0 else 1):
        axis = dim if dim >= 0 else dim + max(input.dim(), 1)
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {axis}")
    values, order = _sorted(input, dim, False)
    return _at("kthvalue", values, order, k - 1, dim, keepdim)


def median(input, dim=None, keepdim=False):
    """Of an even number of elements the lower one in the middle; NaN if there is one."""
    if dim is None:
        flat = input.reshape(-1)
        if flat.size(0) == 0:
            if not input.is_floating_point():
                raise RuntimeError("median() of no integers")
            return torch.full([], math.nan, dtype=input.dtype, device=input.device)
        values = _sorted(flat, 0, False)[0]
        middle = values.narrow(0, (flat.size(0) - 1) // 2, 1).reshape([])
        if input.requires_grad and input.is_floating_point():
            # The derivative is shared by all elements of that value.
            lowest = torch.where(flat == middle.detach(), flat, -math.inf)
            middle = torch.where(torch.isinf(middle.detach()), middle, torch.amax(lowest))
        if input.is_floating_point():
            last = values.narrow(0, flat.size(0) - 1, 1).reshape([])
            return torch.where(torch.isnan(last), last, middle)
        return middle.clone()
    values, order = _sorted(input, dim, False)
    if input.dim() > 0 and input.is_floating_point():
        # The first NaN stands behind all numbers.
        numbers = torch.logical_not(torch.isnan(values)).sum(dim, keepdim=True)
        size = input.size(dim)
        place = torch.where(numbers < size, numbers, (size - 1) // 2)
        values = torch.gather(values, dim, place)
        order = torch.gather(order, dim, place)
        if not keepdim:
            values = values.squeeze(dim)
            order = order.squeeze(dim)
        return _tine.pair("median", values, order)
    return _at("median", values, order, (input.size(dim) - 1) // 2 if input.dim() > 0 else 0, dim, keepdim)


def quantile(input, q, dim=None, keepdim=False):
    if isinstance(q, torch.Tensor):
        if q.dim() > 1:
            _tine.unsupported("quantile needs a number or a vector")
        if q.dim() == 1:
            return torch.stack([quantile(input, q[i].item(), dim, keepdim) for i in range(q.size(0))], 0)
        q = q.item()
    shape = [1] * input.dim()
    flat = dim is None
    if flat:
        input = input.reshape(-1)
        dim = 0
    values = _sorted(input, dim, False)[0]
    place = q * (input.size(dim) - 1)
    low = int(place)
    high = min(low + 1, input.size(dim) - 1)
    a = values.narrow(dim, low, 1)
    result = a + (values.narrow(dim, high, 1) - a) * (place - low)
    # A NaN, which stands last, makes the result one.
    last = values.narrow(dim, input.size(dim) - 1, 1)
    result = torch.where(torch.isnan(last), last, result)
    if flat and keepdim:
        return result.reshape(shape)
    return result if keepdim else result.squeeze(dim)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        _tine.unsupported("unique of slices (dim) is not supported")
    ordered = _sorted(input.reshape(-1), 0, False)[0]
    values = torch.masked_select(ordered, _fresh(ordered))
    results = [values]
    if return_inverse:
        results.append(torch.searchsorted(values, input))
    if return_counts:
        results.append(torch.bincount(torch.searchsorted(values, ordered), minlength=values.size(0)))
    return values if len(results) == 1 else tuple(results)


def _fresh(flat):
    """Which elements differ from the one before."""
    return torch.cat([torch.ones_like(flat[:1], dtype=torch.bool), flat[1:] != flat[:-1]])


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    if dim is not None and input.dim() != 1:
        _tine.unsupported("unique_consecutive of slices (dim) is not supported")
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

# Sorting and what follows from it.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch


def _ranks(input, dim, descending):
    """The place of every element in the sorted order; equal ones keep theirs."""
    moved = torch.movedim(input, dim, -1)
    here = moved.unsqueeze(-1)
    other = moved.unsqueeze(-2)
    before = other > here if descending else other < here
    places = torch.arange(moved.size(-1), device=input.device)
    earlier = torch.logical_and(other == here, places.unsqueeze(0) < places.unsqueeze(1))
    return torch.logical_or(before, earlier).sum(-1)


def argsort(input, dim=-1, descending=False, stable=False):
    if input.dim() == 0:
        return torch.zeros_like(input, dtype=torch.int64)
    ranks = _ranks(input, dim, descending)
    # Place r of the result holds the element whose rank is r.
    places = torch.arange(ranks.size(-1), device=input.device)
    hits = ranks.unsqueeze(-2) == places.unsqueeze(1)
    return torch.movedim(torch.where(hits, places, 0).sum(-1), -1, dim)


def sort(input, dim=-1, descending=False, stable=False):
    order = argsort(input, dim, descending)
    return _tine.pair("sort", torch.gather(input, dim, order), order)


def msort(input):
    return torch.gather(input, 0, argsort(input, 0))


def topk(input, k, dim=-1, largest=True, sorted=True):
    order = argsort(input, dim, largest).narrow(dim, 0, k)
    return _tine.pair("topk", torch.gather(input, dim, order), order)


def kthvalue(input, k, dim=-1, keepdim=False):
    order = argsort(input, dim).narrow(dim, k - 1, 1)
    values = torch.gather(input, dim, order)
    if not keepdim:
        values = values.squeeze(dim)
        order = order.squeeze(dim)
    return _tine.pair("kthvalue", values, order)


def median(input, dim=None, keepdim=False):
    """Of an even number of elements the lower one in the middle."""
    if dim is None:
        flat = input.reshape(-1)
        middle = (flat.size(0) - 1) // 2
        return torch.gather(flat, 0, argsort(flat).narrow(0, middle, 1)).squeeze(0)
    order = argsort(input, dim).narrow(dim, (input.size(dim) - 1) // 2, 1)
    values = torch.gather(input, dim, order)
    if not keepdim:
        values = values.squeeze(dim)
        order = order.squeeze(dim)
    return _tine.pair("median", values, order)


def quantile(input, q, dim=None, keepdim=False):
    if not isinstance(q, float):
        raise NotImplementedError("quantile needs a number")
    if dim is None:
        input = input.reshape(-1)
        dim = 0
    values = torch.gather(input, dim, argsort(input, dim))
    place = q * (input.size(dim) - 1)
    low = int(place)
    high = min(low + 1, input.size(dim) - 1)
    a = values.narrow(dim, low, 1)
    result = a + (values.narrow(dim, high, 1) - a) * (place - low)
    return result if keepdim else result.squeeze(dim)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        raise NotImplementedError("unique of slices (dim) is not supported")
    flat = input.reshape(-1)
    ordered = torch.gather(flat, 0, argsort(flat))
    return _distinct(input, ordered, return_inverse, return_counts)


def _distinct(input, ordered, return_inverse, return_counts):
    fresh = torch.cat([torch.ones_like(ordered[:1], dtype=torch.bool), ordered[1:] != ordered[:-1]])
    values = torch.masked_select(ordered, fresh)
    results = [values]
    if return_inverse:
        results.append(torch.searchsorted(values, input))
    if return_counts:
        results.append((ordered.unsqueeze(0) == values.unsqueeze(1)).sum(1))
    return values if len(results) == 1 else tuple(results)


def unique_consecutive(input):
    flat = input.reshape(-1)
    fresh = torch.cat([torch.ones_like(flat[:1], dtype=torch.bool), flat[1:] != flat[:-1]])
    return torch.masked_select(flat, fresh)

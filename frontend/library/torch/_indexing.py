# Reading and writing elements at places that tensors give.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch


def nonzero(input, as_tuple=False):
    """The places of elements that are not 0: [count, rank], or a tuple of vectors."""
    flat = _true_places(input.reshape(-1) != 0)
    parts = []
    shape = list(input.shape)
    for d in reversed(range(input.dim())):
        parts = [flat % shape[d]] + parts
        flat = flat // shape[d]
    if as_tuple:
        return tuple(parts)
    return torch.stack(parts, 1)


def _true_places(mask):
    """Where a vector of bools is true. Place k is the number of elements with at
    most k true ones up to them."""
    before = mask.to(torch.int64).cumsum(0)
    count = int(mask.sum().item())
    k = torch.arange(count, device=mask.device).unsqueeze(1)
    return (before.unsqueeze(0) <= k).sum(1)


def argwhere(input):
    return nonzero(input)


def masked_select(input, mask):
    both = torch.broadcast_tensors(input, mask)
    places = _true_places(both[1].reshape(-1))
    return torch.index_select(both[0].reshape(-1), 0, places)


def select_by_mask(input, mask):
    """input[mask] where the mask has the shape of the first dimensions."""
    rest = list(input.shape)[mask.dim():]
    rows = input.reshape([-1] + rest)
    return torch.index_select(rows, 0, _true_places(mask.reshape(-1)))


def linear_places(input, indices):
    """Places in input's first len(indices) dimensions, made one, of index tensors
    that are broadcast with each other."""
    places = None
    for d in range(len(indices)):
        size = input.size(d)
        index = indices[d]
        index = torch.where(index < 0, index + size, index)
        places = index if places is None else places * size + index
    return places


def select_by_tensors(input, indices):
    """input[i, j, ...] with index tensors for the first dimensions."""
    places = linear_places(input, indices)
    rest = list(input.shape)[len(indices):]
    rows = input.reshape([-1] + rest)
    return torch.index_select(rows, 0, places.reshape(-1)).reshape(list(places.shape) + rest)


def store_by_tensors(input, indices, values, accumulate=False):
    """input[i, j, ...] = values, in place; later places win."""
    places = linear_places(input, indices)
    rest = list(input.shape)[len(indices):]
    count = places.numel()
    values = values.to(input.dtype).expand(list(places.shape) + rest).reshape([count] + rest)
    places = places.reshape(-1)
    rows = input.reshape([-1] + rest).clone()
    i = 0
    while i < count:
        place = int(places[i].item())
        if accumulate:
            rows[place] += values[i]
        else:
            rows[place] = values[i]
        i += 1
    return input.copy_(rows.reshape(list(input.shape)))


def index_put_(input, indices, values, accumulate=False):
    return store_by_tensors(input, list(indices), values, accumulate)


def index_put(input, indices, values, accumulate=False):
    return store_by_tensors(input.clone(), list(indices), values, accumulate)


def take(input, index):
    flat = input.reshape(-1)
    return torch.index_select(flat, 0, index.reshape(-1)).reshape(list(index.shape))


def take_along_dim(input, indices, dim=None):
    if dim is None:
        return take(input, indices.reshape(-1))
    return torch.gather(input, dim, indices)


def _scatter(input, dim, index, src, how):
    """Adds or writes src (a tensor or number) at index, which may be smaller than the
    input in every dimension, into a copy."""
    output = input.clone()
    block = output
    for d in range(input.dim()):
        if d != dim and d != dim + input.dim():
            block = block.narrow(d, 0, index.size(d))
    shape = [1] * input.dim()
    shape[dim] = input.size(dim)
    places = torch.arange(input.size(dim), device=input.device).reshape(shape)
    i = 0
    while i < index.size(dim):
        here = places == index.narrow(dim, i, 1)
        value = src
        if isinstance(src, torch.Tensor):
            value = src.narrow(dim, i, 1)
            for d in range(input.dim()):
                if d != dim and d != dim + input.dim():
                    value = value.narrow(d, 0, index.size(d))
        if how == "add":
            value = block + value
        elif how == "multiply":
            value = block * value
        block.copy_(torch.where(here, value, block))
        i += 1
    return output


def scatter(input, dim, index, src=None, value=None, reduce=None):
    return _scatter(input, dim, index, value if src is None else src,
                    "write" if reduce is None else reduce)


def scatter_add(input, dim, index, src):
    return _scatter(input, dim, index, src, "add")


def index_add(input, dim, index, source, alpha=1):
    output = input.clone()
    i = 0
    while i < index.size(0):
        output.select(dim, int(index[i].item())).add_(source.select(dim, i), alpha=alpha)
        i += 1
    return output


def index_copy(input, dim, index, source):
    output = input.clone()
    i = 0
    while i < index.size(0):
        output.select(dim, int(index[i].item())).copy_(source.select(dim, i))
        i += 1
    return output


def index_fill(input, dim, index, value):
    output = input.clone()
    i = 0
    while i < index.size(0):
        output.select(dim, int(index[i].item())).fill_(value)
        i += 1
    return output


def slice_scatter(input, src, dim=0, start=0, end=None, step=1):
    if step != 1:
        raise NotImplementedError("slice_scatter with a step is not supported")
    last = input.size(dim) if end is None else min(end, input.size(dim))
    output = input.clone()
    output.narrow(dim, start, last - start).copy_(src)
    return output


def masked_scatter(input, mask, source):
    flat = mask.expand(list(input.shape)).reshape(-1)
    # The k-th true element takes element k of the source.
    order = torch.clamp(flat.to(torch.int64).cumsum(0) - 1, min=0)
    taken = torch.index_select(source.reshape(-1), 0, order)
    return torch.where(flat, taken, input.reshape(-1)).reshape(list(input.shape))


def searchsorted(sorted_sequence, input, right=False):
    if isinstance(input, torch.Tensor):
        points = input.unsqueeze(-1)
    else:
        points = input
    before = sorted_sequence <= points if right else sorted_sequence < points
    return before.sum(-1)


def bucketize(input, boundaries, right=False):
    return searchsorted(boundaries, input, right)

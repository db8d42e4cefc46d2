# Functions that move elements without computing with them.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch


def _axis(dim, rank):
    return dim if dim >= 0 else dim + rank


def roll(input, shifts, dims=None):
    if dims is None:
        return roll(input.reshape(-1), shifts, 0).reshape(list(input.shape))
    if isinstance(dims, int):
        dims = [dims]
        shifts = [shifts]
    for i in range(len(dims)):
        size = input.size(dims[i])
        # The last `shift` elements come to the front.
        if size != 0:
            shift = shifts[i] % size
            input = torch.cat([input.narrow(dims[i], size - shift, shift),
                               input.narrow(dims[i], 0, size - shift)], dims[i])
    return input


def movedim(input, source, destination):
    rank = input.dim()
    sources = [source] if isinstance(source, int) else list(source)
    targets = [destination] if isinstance(destination, int) else list(destination)
    sources = [_axis(d, rank) for d in sources]
    targets = [_axis(d, rank) for d in targets]
    others = [d for d in range(rank) if d not in sources]
    order = []
    for place in range(rank):
        if place in targets:
            order.append(sources[targets.index(place)])
        else:
            order.append(others.pop(0))
    return input.permute(order)


def unflatten(input, dim, sizes):
    dim = _axis(dim, input.dim())
    shape = list(input.shape)
    return input.reshape(shape[:dim] + list(sizes) + shape[dim + 1:])


def fliplr(input):
    return torch.flip(input, [1])


def flipud(input):
    return torch.flip(input, [0])


def rot90(input, k=1, dims=(0, 1)):
    a, b = dims
    k = k % 4
    if k == 0:
        return input.clone()
    if k == 1:
        return torch.flip(input, [b]).transpose(a, b)
    if k == 2:
        return torch.flip(input, [a, b])
    return torch.flip(input, [a]).transpose(a, b)


def repeat_interleave(input, repeats, dim=None, output_size=None):
    if not isinstance(repeats, int):
        raise NotImplementedError("repeat_interleave with a tensor of repeats is not supported")
    if dim is None:
        input = input.reshape(-1)
        dim = 0
    dim = _axis(dim, input.dim())
    shape = list(input.shape)
    wide = input.unsqueeze(dim + 1).expand(shape[:dim + 1] + [repeats] + shape[dim + 1:])
    return wide.reshape(shape[:dim] + [shape[dim] * repeats] + shape[dim + 1:])


def atleast_1d(input):
    return input.reshape(1) if input.dim() == 0 else input


def atleast_2d(input):
    if input.dim() >= 2:
        return input
    return input.reshape(1, -1)


def hstack(tensors):
    rows = [atleast_1d(t) for t in tensors]
    return torch.cat(rows, 0 if rows[0].dim() == 1 else 1)


def vstack(tensors):
    return torch.cat([atleast_2d(t) for t in tensors], 0)


def dstack(tensors):
    deep = []
    for t in tensors:
        t = atleast_2d(t)
        deep.append(t.unsqueeze(-1) if t.dim() == 2 else t)
    return torch.cat(deep, 2)


def column_stack(tensors):
    return torch.cat([t if t.dim() > 1 else t.reshape(-1, 1) for t in tensors], 1)


def meshgrid(*tensors, indexing="ij"):
    vectors = tensors
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        vectors = tensors[0]
    if indexing != "ij" and indexing != "xy":
        raise RuntimeError("torch.meshgrid: indexing must be one of 'xy' or 'ij'")
    sizes = [v.numel() for v in vectors]
    grids = []
    for i in range(len(vectors)):
        shape = [1] * len(sizes)
        shape[i] = sizes[i]
        grids.append(vectors[i].reshape(shape).expand(sizes))
    if indexing == "xy" and len(sizes) > 1:
        grids = [g.transpose(0, 1) for g in grids]
    return tuple(grids)


def cartesian_prod(*tensors):
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([g.reshape(-1) for g in meshgrid(*tensors)], 1)


def diagonal(input, offset=0, dim1=0, dim2=1):
    """A copy of the diagonal, as the last dimension."""
    rank = input.dim()
    matrix = movedim(input, [dim1, dim2], [rank - 2, rank - 1])
    rows = matrix.size(rank - 2)
    columns = matrix.size(rank - 1)
    count = min(rows + min(offset, 0), columns - max(offset, 0))
    start = offset if offset >= 0 else -offset * columns
    flat = matrix.reshape(list(matrix.shape)[:-2] + [rows * columns])
    places = torch.arange(max(count, 0), device=input.device) * (columns + 1) + start
    return torch.index_select(flat, rank - 2, places)


def diag(input, diagonal=0):
    if input.dim() == 1:
        return diag_embed(input, diagonal)
    return torch.diagonal(input, diagonal)


def diag_embed(input, offset=0):
    """Matrices with the last dimension on a diagonal."""
    size = input.size(-1) + abs(offset)
    rows = torch.arange(size, device=input.device).unsqueeze(1)
    columns = torch.arange(size, device=input.device).unsqueeze(0)
    # Element k lies in row k of an upper diagonal, in column k of a lower one.
    if offset > 0:
        input = torch.cat([input, input.narrow(-1, 0, 1).expand(list(input.shape)[:-1] + [offset])], -1)
    elif offset < 0:
        input = torch.cat([input, input.narrow(-1, 0, 1).expand(list(input.shape)[:-1] + [-offset])], -1)
    values = input.unsqueeze(-1) if offset >= 0 else input.unsqueeze(-2)
    zero = torch.zeros_like(input.narrow(-1, 0, 1)).unsqueeze(-1)
    return torch.where(columns - rows == offset, values, zero)


def diagflat(input, offset=0):
    return diag_embed(input.reshape(-1), offset)


def trace(input):
    return torch.diagonal(input).sum()


def tril_indices(row, col, offset=0):
    pairs = [(i, j) for i in range(row) for j in range(col) if j <= i + offset]
    return torch.tensor([[i for i, j in pairs], [j for i, j in pairs]])


def triu_indices(row, col, offset=0):
    pairs = [(i, j) for i in range(row) for j in range(col) if j >= i + offset]
    return torch.tensor([[i for i, j in pairs], [j for i, j in pairs]])


def tensor_split(input, indices_or_sections, dim=0):
    size = input.size(dim)
    ends = []
    if isinstance(indices_or_sections, int):
        # The first `size % n` parts are larger by one.
        n = indices_or_sections
        for i in range(n):
            ends.append((i + 1) * (size // n) + min(i + 1, size % n))
    else:
        ends = [min(e if e >= 0 else e + size, size) for e in indices_or_sections] + [size]
    parts = []
    start = 0
    for end in ends:
        parts.append(input.narrow(dim, start, max(end - start, 0)))
        start = end
    return tuple(parts)


def hsplit(input, indices_or_sections):
    return tensor_split(input, indices_or_sections, 0 if input.dim() == 1 else 1)


def vsplit(input, indices_or_sections):
    return tensor_split(input, indices_or_sections, 0)


def dsplit(input, indices_or_sections):
    return tensor_split(input, indices_or_sections, 2)


def unfold(input, dimension, size, step):
    """Windows of a dimension, as a copy with the window in the last dimension."""
    dim = _axis(dimension, input.dim())
    count = (input.size(dim) - size) // step + 1
    starts = torch.arange(count, device=input.device).unsqueeze(1) * step
    places = (starts + torch.arange(size, device=input.device).unsqueeze(0)).reshape(-1)
    shape = list(input.shape)
    taken = torch.index_select(input, dim, places)
    return movedim(taken.reshape(shape[:dim] + [count, size] + shape[dim + 1:]), dim + 1, -1)

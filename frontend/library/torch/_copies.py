# Functions that give a copy where their namesakes give a view.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch._math import slopeless


def into(out, result):
    """What out= does: the result becomes the elements of `out`."""
    if isinstance(out, (tuple, list)):
        for target, value in zip(out, result):
            into(target, value)
        return tuple(out)
    if out.device != result.device:
        # The first that is none of the CPU is what the others differ from.
        first, other = (result, out) if out.device.type == "cpu" else (out, result)
        _tine.fault("RuntimeError", "Expected all tensors to be on the same device, but found at least two devices, "
                    f"{first.device} and {other.device}!")
    if torch.is_grad_enabled() and (out.requires_grad or result.requires_grad):
        raise RuntimeError("functions with out=... arguments don't support automatic differentiation, but one "
                           "of the arguments requires grad.")
    if result.is_floating_point() and not out.is_floating_point():
        raise RuntimeError(f"result type {_kind(result.dtype)} can't be cast to the desired output type "
                           f"{_kind(out.dtype)}")
    if list(out.shape) != list(result.shape):
        _tine.unsupported("out= takes a tensor that has the shape of the result")
    with torch.no_grad():
        out.copy_(result)
    return out


def _kind(dtype):
    names = {torch.float32: "Float", torch.float64: "Double", torch.int64: "Long", torch.int32: "Int",
             torch.uint8: "Byte", torch.bool: "Bool"}
    return names[dtype]


def alias_copy(input):
    return input.clone()


def as_strided_copy(input, size, stride, storage_offset=None):
    offset = 0 if storage_offset is None else storage_offset
    return torch.as_strided(input, size, stride, offset).clone()


def diagonal_copy(input, offset=0, dim1=0, dim2=1):
    rows, columns = input.size(dim1), input.size(dim2)
    if _tine.is_known(rows) and _tine.is_known(columns) and _tine.is_known(offset):
        return torch.diagonal(input, offset, dim1, dim2).clone()
    # Where the sizes are the run's there is no view of it.
    rank = input.dim()
    dim1, dim2 = dim1 % rank, dim2 % rank
    if dim1 == dim2:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    lead = [d for d in range(rank) if d != dim1 and d != dim2]
    down, right = max(-offset, 0), max(offset, 0)
    count = max(min(rows - down, columns - right), 0)
    flat = input.permute(lead + [dim1, dim2]).reshape([input.size(d) for d in lead] + [rows * columns])
    places = torch.arange(count, device=input.device) * (columns + 1) + (down * columns + right)
    return flat.index_select(-1, places)


def expand_copy(input, size, implicit=False):
    return input.expand(size).clone()


def narrow_copy(input, dim, start, length):
    return input.narrow(dim, start, length).clone()


def permute_copy(input, dims):
    return input.permute(dims).clone()


def select_copy(input, dim, index):
    return input.select(dim, index).clone()


def slice_copy(input, dim=0, start=None, end=None, step=1):
    return input.movedim(dim, 0)[start:end:step].movedim(0, dim).clone()


def split_copy(input, split_size, dim=0):
    return tuple([part.clone() for part in torch.split(input, split_size, dim)])


def split_with_sizes_copy(input, split_sizes, dim=0):
    return tuple([part.clone() for part in torch.split(input, split_sizes, dim)])


def squeeze_copy(input, dim=None):
    return (input.squeeze() if dim is None else input.squeeze(dim)).clone()


def t_copy(input):
    return input.t().clone()


def transpose_copy(input, dim0, dim1):
    return input.transpose(dim0, dim1).clone()


def unbind_copy(input, dim=0):
    return tuple([part.clone() for part in torch.unbind(input, dim)])


def unfold_copy(input, dimension, size, step):
    return input.unfold(dimension, size, step).clone()


def unsqueeze_copy(input, dim):
    return input.unsqueeze(dim).clone()


def view_copy(input, size):
    return input.view(size).clone()


def unsafe_chunk(input, chunks, dim=0):
    return torch.chunk(input, chunks, dim)


def unsafe_split(input, split_size, dim=0):
    return torch.split(input, split_size, dim)


def unsafe_split_with_sizes(input, split_sizes, dim=0):
    return torch.split(input, split_sizes, dim)


def fill_(input, value):
    return input.fill_(value)


def zero_(input):
    return input.zero_()


def fill(input, value):
    if isinstance(value, torch.Tensor):
        if value.dim() > 0:
            raise RuntimeError("fill only supports 0-dimension value tensor but got tensor with "
                               f"{value.dim()} dimensions.")
        return value.to(input.dtype).expand(list(input.shape)).clone()
    return slopeless(torch.full_like(input, value), input)


def broadcast_shapes(*shapes):
    rank = 0
    lists = []
    for shape in shapes:
        sizes = [shape] if isinstance(shape, int) else list(shape)
        lists.append(sizes)
        rank = max(rank, len(sizes))
    result = [1] * rank
    for sizes in lists:
        for i in range(len(sizes)):
            place = rank - len(sizes) + i
            if sizes[i] < 0:
                raise RuntimeError(f"Trying to create tensor with negative dimension ({sizes[i]}): ({sizes[i]})")
            if sizes[i] != 1 and result[place] != sizes[i]:
                if result[place] != 1:
                    raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
                result[place] = sizes[i]
    return torch.Size(result)


# What complex numbers alone need.


def isreal(input):
    return torch.ones_like(input, dtype=torch.bool)


def conj(input):
    return input


def conj_physical(input):
    return input


def real(input):
    return input


def resolve_conj(input):
    return input


def resolve_neg(input):
    return input

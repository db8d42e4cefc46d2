# Padding in all modes.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch


def pad(input, pad, mode="constant", value=None):
    """Pairs of sizes in front and behind, the last dimension first; negative ones cut."""
    pad = list(pad)
    count = len(pad) // 2
    if len(pad) % 2 != 0 or count > input.dim():
        raise RuntimeError("Padding length must be divisible by 2 and at most twice the number of "
                           "dimensions of the input")
    if mode != "constant" and value is not None and value != 0:
        raise ValueError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if mode == "constant":
        return _tine.in_format(_pad_constant(input, pad, 0.0 if value is None else value), input)
    if mode != "reflect" and mode != "replicate" and mode != "circular":
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if count > 3 or input.dim() < count + 1 or input.dim() > count + 2:
        raise NotImplementedError("Only 2D, 3D, 4D, 5D padding with non-constant padding are "
                                  "supported for now")
    padded = input
    if (mode == "replicate" or (mode == "reflect" and count < 3)) and _tine.autocast_state(False)[0] \
            and input.is_floating_point() and input.dtype != torch.float64:
        # One of the functions that autocast computes in float32.
        padded = input.to(torch.float32)
    for i in range(count):
        dim = input.dim() - 1 - i
        front, behind = pad[2 * i], pad[2 * i + 1]
        if mode == "circular":
            # Cut first: what wraps around is what is left.
            if front > padded.size(dim) or behind > padded.size(dim):
                raise RuntimeError("Padding value causes wrapping around more than once.")
            if front < 0 or behind < 0:
                padded = _cut(padded, dim, front, behind)
            front, behind = max(front, 0), max(behind, 0)
        places = _padded_places(padded.size(dim), front, behind, mode)
        padded = torch.index_select(padded, dim, places.to(padded.device))
    return padded if mode == "circular" else _tine.in_format(padded, input)


def _cut(input, dim, front, behind):
    size = input.size(dim) + min(front, 0) + min(behind, 0)
    if size < 0:
        raise RuntimeError("The input size, plus negative padding, resulted in a negative "
                           "output size, which is invalid")
    return input.narrow(dim, max(-front, 0), size)


def _pad_constant(input, pad, value):
    shape = list(input.shape)
    inner = input
    for i in range(len(pad) // 2):
        dim = input.dim() - 1 - i
        front = pad[2 * i]
        behind = pad[2 * i + 1]
        if front < 0 or behind < 0:
            inner = _cut(inner, dim, front, behind)
        shape[dim] = inner.size(dim) + max(front, 0) + max(behind, 0)
    output = torch.full(shape, value, dtype=input.dtype, device=input.device)
    target = output
    for i in range(len(pad) // 2):
        dim = input.dim() - 1 - i
        target = target.narrow(dim, max(pad[2 * i], 0), inner.size(dim))
    target.copy_(inner)
    return output


def _padded_places(size, front, behind, mode):
    if size + front + behind < (0 if mode == "circular" else 1):
        raise RuntimeError(f"input (W: {size}) is too small. "
                           f"Calculated output W: {size + front + behind}")
    places = torch.arange(-front, size + behind)
    if mode == "replicate":
        return torch.clamp(places, 0, size - 1)
    if mode == "circular":
        if front > size or behind > size:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        return places % size
    if front >= size or behind >= size:
        raise RuntimeError("Padding size should be less than the corresponding input dimension")
    # Mirrors at both ends without repeating them.
    places = torch.abs(places)
    return torch.where(places >= size, 2 * (size - 1) - places, places)

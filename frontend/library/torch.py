# Functions of torch that are compositions of others.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch


def logsumexp(input, dim, keepdim=False):
    """log(sum(exp(input))) along dim; the greatest element is taken out, so that exp does not overflow."""
    greatest = torch.amax(input, dim, True)
    total = torch.log(torch.sum(torch.exp(input - greatest), dim, True)) + greatest
    return total if keepdim else total.squeeze(dim)


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    """|input - other| <= atol + rtol * |other| for every pair of elements."""
    if equal_nan:
        raise NotImplementedError("isclose with equal_nan is not supported")
    return torch.abs(input - other) <= atol + rtol * torch.abs(other)


def addmv(input, mat, vec, *, beta=1, alpha=1):
    """beta * input + alpha * (mat @ vec)"""
    return beta * input + alpha * torch.mv(mat, vec)


def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    """beta * input + alpha * sum of the products of two batches of matrices"""
    return beta * input + alpha * torch.bmm(batch1, batch2).sum(0)


def normal(mean, std, size, *, generator=None, dtype=None, device=None):
    """Draws of a normal distribution with numbers as mean and standard deviation."""
    return torch.empty(size, dtype=dtype, device=device).normal_(mean, std)


def repeat_interleave(input, repeats, dim=None):
    """Every element (or slice of dim) repeated `repeats` times, an int, one after the other."""
    x = input.flatten() if dim is None else input
    d = 0 if dim is None else dim % x.dim()
    sizes = list(x.shape)
    wide = x.unsqueeze(d + 1).expand(*sizes[:d + 1], repeats, *sizes[d + 1:])
    return wide.reshape(*sizes[:d], sizes[d] * repeats, *sizes[d + 1:])


def hstack(tensors):
    """Joined along dim 1, vectors along dim 0."""
    return torch.cat(tensors, 0 if tensors[0].dim() <= 1 else 1)


def vstack(tensors):
    """Joined along dim 0 as matrices."""
    return torch.cat([t.unsqueeze(0) if t.dim() == 1 else t for t in tensors], 0)

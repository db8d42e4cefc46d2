# What the functions of torch.linalg check of matrices, and how they compute with batches.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Factorisations run in float64 on a batch of matrices at once, a column after the other, without
# a graph; derivatives are those of what they compute.

import math

import _tine
import torch


def _float(name, A, *, rank=2):
    if A.dim() < rank:
        raise RuntimeError(f"linalg.{name}: The input tensor A must have at least {rank} dimensions.")
    if not A.is_floating_point():
        raise RuntimeError(f"linalg.{name}: Expected a floating point or complex tensor as input. "
                           f"Got {_name_of(A.dtype)}")


def _name_of(dtype):
    names = {torch.int64: "Long", torch.int32: "Int", torch.uint8: "Byte", torch.bool: "Bool"}
    return names.get(dtype, "Float")


def _square(name, A):
    _float(name, A)
    if A.size(-1) != A.size(-2):
        raise RuntimeError(f"linalg.{name}: A must be batches of square matrices, but they are "
                           f"{A.size(-2)} by {A.size(-1)} matrices")


def _batch(A):
    """One batch of matrices of float64."""
    return A.detach().to(torch.float64).reshape([-1] + list(A.shape)[-2:]) if A.numel() > 0 else \
        A.detach().to(torch.float64).reshape([math.prod(list(A.shape)[:-2])] + list(A.shape)[-2:])


def _like(X, A, *sizes):
    """X in the type and batch of A; no view, so that derivatives read what has one."""
    return X.to(A.dtype).reshape(list(A.shape)[:-2] + list(sizes)).clone()


def _t(A):
    return A.transpose(-2, -1)


def _own(output, inputs, backward):
    return _tine.with_derivative((output,), inputs, backward)[0]


def _broadcast_batch(A, B):
    """Both with the batch dimensions of both."""
    shape = list(torch.broadcast_shapes(list(A.shape)[:-2], list(B.shape)[:-2]))
    return (A.expand(shape + list(A.shape)[-2:]), B.expand(shape + list(B.shape)[-2:]))


def _wants(*tensors):
    wants = False
    for t in tensors:
        wants = wants or t.requires_grad
    return wants

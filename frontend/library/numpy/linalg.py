# numpy.linalg: what is a composition of torch's.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import numpy as np
import torch


def norm(x, ord=None, axis=None, keepdims=False):
    """Of all elements the root of the sum of squares, of vectors any norm."""
    t = np._floating(np._tensor(x))
    if ord == "fro":
        ord = None
    if ord is not None and not (t.dim() == 1 or isinstance(axis, int)):
        _tine.unsupported("numpy.linalg.norm of matrices with an order is not supported")
    if axis is None:
        axis = list(range(t.dim()))
    return np._wrap(torch.linalg.vector_norm(t, 2 if ord is None else ord, axis, keepdims))


def inv(a):
    result = torch.linalg.inv(np._floating(np._tensor(a)))
    return result if isinstance(a, torch.Tensor) else np.ndarray(result)


def det(a):
    return np._wrap(torch.linalg.det(np._floating(np._tensor(a))))


def solve(a, b):
    return np._wrap(torch.linalg.solve(np._floating(np._tensor(a)), np._floating(np._tensor(b))))


def lstsq(a, b, rcond=None):
    """Of full rank or not, the shortest solution."""
    A, B = np._floating(np._tensor(a)), np._floating(np._tensor(b))
    limit = torch.finfo(A.dtype).eps * max(A.shape) if rcond is None else rcond
    columns = B if B.dim() == 2 else B.unsqueeze(1)
    solution, residuals, rank, values = torch.linalg.lstsq(A, columns, rcond=limit, driver="gelsd")
    return (np.ndarray(solution if B.dim() == 2 else solution.squeeze(1)), np.ndarray(residuals), np._wrap(rank), np.ndarray(values))


def matrix_power(a, n):
    return np.ndarray(torch.linalg.matrix_power(np._tensor(a), n))


def matrix_rank(A):
    return np._wrap(torch.linalg.matrix_rank(np._floating(np._tensor(A))))


def pinv(a):
    return np.ndarray(torch.linalg.pinv(np._floating(np._tensor(a))))


def cholesky(a):
    return np.ndarray(torch.linalg.cholesky(np._floating(np._tensor(a))))


def eigvalsh(a):
    return np.ndarray(torch.linalg.eigvalsh(np._floating(np._tensor(a))))


def slogdet(a):
    sign, value = torch.linalg.slogdet(np._floating(np._tensor(a)))
    return np._wrap(sign), np._wrap(value)


def cond(x):
    return np._wrap(torch.linalg.cond(np._floating(np._tensor(x))))


def multi_dot(arrays):
    return np._wrap(torch.linalg.multi_dot([np._tensor(a) for a in arrays]))

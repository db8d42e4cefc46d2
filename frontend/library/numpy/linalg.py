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
    return np.ndarray(torch.linalg.vector_norm(t, 2 if ord is None else ord, axis, keepdims))


def inv(a):
    return np.ndarray(torch.linalg.inv(np._floating(np._tensor(a))))


def det(a):
    return np.ndarray(torch.linalg.det(np._floating(np._tensor(a))))


def solve(a, b):
    return np.ndarray(torch.linalg.solve(np._floating(np._tensor(a)), np._floating(np._tensor(b))))

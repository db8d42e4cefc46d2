# numpy.linalg: what is a composition of torch's.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import numpy as np
import torch


def norm(x, axis=None, keepdims=False):
    """The root of the sum of squares, of all elements or along an axis."""
    t = np._floating(np._tensor(x))
    return np.ndarray(torch.sqrt((t * t).sum() if axis is None else (t * t).sum(axis, keepdim=keepdims)))


def inv(a):
    return np.ndarray(torch.linalg.inv(np._floating(np._tensor(a))))


def det(a):
    return np.ndarray(torch.linalg.det(np._floating(np._tensor(a))))


def solve(a, b):
    return np.ndarray(torch.linalg.solve(np._floating(np._tensor(a)), np._floating(np._tensor(b))))

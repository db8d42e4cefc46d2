# torch.linalg: norms.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    if dim is None and not keepdim:
        x = x.reshape(-1)
        dim = 0
    return torch.norm(x, ord, dim, keepdim, dtype=dtype)

# torch.distributed.autograd: gradients of one process.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch


# The parameters of distributed optimizers.
optimized = []


class context:
    """Gradients of a context are in `.grad` until its step, which takes them from there."""

    def __enter__(self):
        for param in optimized:
            param.grad = None
        return 1

    def __exit__(self, kind, value, trace):
        pass


def backward(context_id, roots, retain_graph=False):
    torch.autograd.backward(roots)

# torch.autograd: names of old.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


def Variable(data, requires_grad=False, volatile=None):
    """A tensor over the same elements, with a graph of its own."""
    return data.detach().requires_grad_(requires_grad)

# torch.backends.mps: Apple's devices, of which there is none.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


def is_available():
    return False


def is_built():
    return False

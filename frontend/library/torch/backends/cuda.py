# torch.backends.cuda: there is none.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


def is_built():
    return False


def enable_flash_sdp(enabled):
    pass


def enable_math_sdp(enabled):
    pass


def enable_mem_efficient_sdp(enabled):
    pass


def enable_cudnn_sdp(enabled):
    pass

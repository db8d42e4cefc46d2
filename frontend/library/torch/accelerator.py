# torch.accelerator: there is none.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


def is_available():
    return False


def device_count():
    return 0


def current_accelerator(check_available=False):
    return None


def synchronize(device=None):
    pass

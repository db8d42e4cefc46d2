# gc: memory is counted here, and free as soon as nothing refers to it.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

def collect(generation=2):
    return 0


def enable():
    pass


def disable():
    pass


def isenabled():
    return True


def freeze():
    pass


def set_threshold(threshold0, threshold1=10, threshold2=10):
    pass

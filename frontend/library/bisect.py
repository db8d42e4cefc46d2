# bisect: places in sorted lists.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

def bisect_left(a, x, lo=0, hi=None):
    high = len(a) if hi is None else hi
    while lo < high:
        middle = (lo + high) // 2
        if a[middle] < x:
            lo = middle + 1
        else:
            high = middle
    return lo


def bisect_right(a, x, lo=0, hi=None):
    high = len(a) if hi is None else hi
    while lo < high:
        middle = (lo + high) // 2
        if x < a[middle]:
            high = middle
        else:
            lo = middle + 1
    return lo


bisect = bisect_right


def insort_left(a, x, lo=0, hi=None):
    a.insert(bisect_left(a, x, lo, hi), x)


def insort_right(a, x, lo=0, hi=None):
    a.insert(bisect_right(a, x, lo, hi), x)


insort = insort_right

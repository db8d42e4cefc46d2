# Methods of Python's numbers.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _bytes


def conjugate(self):
    return self


def is_integer(self):
    return math.isfinite(self) and self == math.floor(self)


def bit_length(self):
    rest = abs(self)
    bits = 0
    while rest > 0:
        rest = rest >> 1
        bits += 1
    return bits


def bit_count(self):
    rest = abs(self)
    bits = 0
    while rest > 0:
        bits += rest & 1
        rest = rest >> 1
    return bits


def to_bytes(self, length=1, byteorder="big", *, signed=False):
    return _bytes.int_to_bytes(self, length, byteorder, signed)

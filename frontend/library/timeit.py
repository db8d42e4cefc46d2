# timeit: how long statements take, given as functions or as text that is known at compile time.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from time import perf_counter as default_timer

default_number = 1000000
default_repeat = 5


class Timer:
    """Functions stand in the text as calls, as in CPython, and are read when the text runs."""

    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self._clock = timer
        self._stmt = stmt
        self._setup = setup
        self._inner = _tine.timed_function(stmt if isinstance(stmt, str) else "_stmt()", setup if isinstance(setup, str) else "_setup()", globals)

    def timeit(self, number=default_number):
        """Seconds of `number` runs behind one of the setup."""
        return self._inner(number, self._clock, self._stmt, self._setup)

    def repeat(self, repeat=default_repeat, number=default_number):
        # A loop over a known range would be unrolled here, and a list that grows make elaboration start again.
        times = torch.zeros(repeat, dtype=torch.float64)
        i = 0
        while i < repeat:
            times[i] = self.timeit(number)
            i += 1
        return times.tolist()


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)

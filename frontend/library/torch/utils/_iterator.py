# What iter() gives.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine

_long = 1 << 28


@_tine.iterator
class Iterator:
    """Remembers how far a sequence was read. A loop takes all that is left, so that what comes
    behind a loop that ends early is not known."""

    def __init__(self, values):
        if hasattr(values, "_behind"):
            self._values = values.__iter__()
        else:
            self._values = [value for value in values]
        self._place = 0

    def __iter__(self):
        if self._place < 0:
            raise NotImplementedError("a second loop over one iterator is not supported")
        if hasattr(self._values, "_behind"):
            values = self._values._behind(self._place)
        elif self._place == 0:
            values = self._values
        else:
            values = self._values[self._place:]
        self._place = -1
        return values

    def __next__(self):
        if self._place < 0:
            raise NotImplementedError("next() behind a loop over the iterator is not supported")
        # Nobody comes to the end of a long one.
        if len(self._values) < _long and self._place >= len(self._values):
            raise StopIteration()
        if hasattr(self._values, "_begin") and self._place == 0:
            self._values._begin()
        value = self._values[self._place]
        self._place += 1
        return value

    def _next_or(self, default):
        if 0 <= self._place and self._place >= len(self._values):
            return default
        return self.__next__()


@_tine.iterator
class Generator:
    """What a call of a function with `yield` gives. A loop over it is the compiler's; what else asks for
    items has all of them made."""

    def __init__(self, function, args, kwds):
        self._function = function
        self._args = args
        self._kwds = kwds

    def _generated(self, takes_all):
        if not hasattr(self, "_made"):
            self._made = _tine.generated(self, takes_all)
        return self._made

    def _all(self, takes_all):
        return self._generated(takes_all).__iter__()

    def __iter__(self):
        return self._generated(False).__iter__()

    def __next__(self):
        return _tine.next_generated(self)

    def _next_or(self, default):
        return self._generated(False)._next_or(default)

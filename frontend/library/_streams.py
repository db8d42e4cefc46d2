# Iterators of which only the run knows the end: a loop asks for one item after the other.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine


@_tine.stream
class Stream:
    """`_advance()` says whether there is one more item, which `_item()` gives."""

    def __iter__(self):
        return self

    def __next__(self):
        if not self._advance():
            raise StopIteration()
        return self._item()

    def _next_or(self, default):
        more = self._advance()
        return self._item() if more else default


def items(stream):
    """All that are left."""
    if not _tine.is_caught("OSError") and not _tine.is_caught("ValueError"):
        return [item for item in stream]
    # An error may leave a loop that is a statement.
    found = []
    for item in stream:
        found.append(item)
    return found


@_tine.hidden
class Walk(Stream):
    """The items of what has a length."""

    def __init__(self, values):
        self._values = values
        self._place = -1

    def _advance(self):
        self._place += 1
        return self._place < len(self._values)

    def _item(self):
        return self._values[self._place]


@_tine.hidden
class Numbered(Stream):
    """enumerate()"""

    def __init__(self, stream, start):
        self._stream = stream.__iter__()
        self._number = start - 1

    def _advance(self):
        self._number += 1
        return self._stream._advance()

    def _item(self):
        return (self._number, self._stream._item())


@_tine.hidden
class Zipped(Stream):
    """zip()"""

    def __init__(self, *parts):
        self._parts = [part.__iter__() if isinstance(part, Stream) else Walk(part) for part in parts]

    def _advance(self):
        more = True
        for part in self._parts:
            if more:
                more = part._advance()
        return more

    def _item(self):
        return tuple([part._item() for part in self._parts])


@_tine.hidden
class Part(Stream):
    """itertools.islice()"""

    def __init__(self, stream, start, stop, step):
        self._stream = stream.__iter__()
        self._step = step
        self._next = start
        self._stop = stop
        self._place = 0

    def _advance(self):
        more = self._next < self._stop
        while more and self._place < self._next:
            more = self._stream._advance()
            self._place += 1
        if more:
            more = self._stream._advance()
        self._place += 1
        self._next += self._step
        return more

    def _item(self):
        return self._stream._item()


@_tine.hidden
class Called(Stream):
    """iter() of a function and what it gives at the end."""

    def __init__(self, function, sentinel):
        self._function = function
        self._sentinel = sentinel
        self._value = sentinel

    def _advance(self):
        self._value = self._function()
        return not self._value == self._sentinel

    def _item(self):
        return self._value

# collections: containers that are made of lists and dicts. Those of the run are in the compiler.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _containers
import _tine


class deque:
    _abstract = "Sequence MutableSequence"

    def __init__(self, iterable=(), maxlen=None):
        self._items = []
        self.maxlen = maxlen
        self.extend(iterable)

    def append(self, x, /):
        self._items.append(x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop(0)

    def appendleft(self, x, /):
        self._items.insert(0, x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()

    def extend(self, iterable, /):
        for item in iterable:
            self.append(item)

    def extendleft(self, iterable, /):
        for item in iterable:
            self.appendleft(item)

    def pop(self):
        if len(self._items) == 0:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if len(self._items) == 0:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def clear(self):
        self._items.clear()

    def copy(self):
        return deque(self._items, self.maxlen)

    def count(self, x, /):
        return self._items.count(x)

    def index(self, x, /):
        return self._items.index(x)

    def insert(self, i, x, /):
        if self.maxlen is not None and len(self._items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self._items.insert(i, x)

    def remove(self, value, /):
        self._items.remove(value)

    def reverse(self):
        self._items.reverse()

    def rotate(self, n=1, /):
        count = len(self._items)
        if count > 0:
            n = n % count
            self._items = self._items[count - n:] + self._items[:count - n]

    def __len__(self):
        return len(self._items)

    def __getitem__(self, index):
        if isinstance(index, int) and -len(self._items) <= index < len(self._items):
            return self._items[index]
        raise IndexError("deque index out of range")

    def __setitem__(self, index, value):
        self._items[index] = value

    def __contains__(self, item):
        return item in self._items

    def __iter__(self):
        return self._items

    def __eq__(self, other):
        return isinstance(other, deque) and self._items == other._items

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        if self.maxlen is None:
            return f"deque({self._items!r})"
        return f"deque({self._items!r}, maxlen={self.maxlen})"


# A Counter that a list or dict of the run holds is its dict: another one is not seen there.
@_tine.record
class Counter(_containers.Entries):

    def __init__(self, iterable=None, /, **kwds):
        self._counts = {}
        self.update(iterable, **kwds)

    def _add(self, iterable, sign):
        if isinstance(iterable, (dict, Counter)):
            for key, count in iterable.items():
                self._counts[key] = self[key] + sign * count
        elif iterable is not None:
            for key in iterable:
                self._counts[key] = self[key] + sign

    def update(self, iterable=None, /, **kwds):
        self._add(iterable, 1)
        self._add(kwds, 1)

    def subtract(self, iterable=None, /, **kwds):
        self._add(iterable, -1)
        self._add(kwds, -1)

    def most_common(self, n=None):
        ordered = sorted([(key, count) for key, count in self._counts.items()], key=lambda pair: pair[1], reverse=True)
        return ordered if n is None else ordered[:n]

    def elements(self):
        return [key for key, count in self._counts.items() for i in range(count)]

    def total(self):
        return sum([count for count in self._counts.values()])

    def _entries(self):
        return self._counts

    def get(self, key, default=None):
        return self._counts.get(key, default)

    def copy(self):
        return Counter(self)

    def clear(self):
        self._counts.clear()

    def pop(self, key):
        return self._counts.pop(key)

    def __contains__(self, key):
        return key in self._counts

    def __getitem__(self, key):
        return self._counts[key] if key in self._counts else 0

    def __setitem__(self, key, value):
        self._counts[key] = value

    def __delitem__(self, key):
        if key in self._counts:
            del self._counts[key]

    def _keep_positive(self):
        return Counter({key: count for key, count in self._counts.items() if count > 0})

    def __add__(self, other):
        result = self.copy()
        result.update(other)
        return result._keep_positive()

    def __sub__(self, other):
        result = self.copy()
        result.subtract(other)
        return result._keep_positive()

    def __and__(self, other):
        return Counter({key: min(count, other[key]) for key, count in self._counts.items()})._keep_positive()

    def __or__(self, other):
        result = self.copy()
        for key, count in other.items():
            result[key] = max(count, self[key])
        return result._keep_positive()

    def __eq__(self, other):
        """Of another Counter, what is not there counts 0."""
        if isinstance(other, Counter):
            return all([other[key] == count for key, count in self._counts.items()]) and all([self[key] == count for key, count in other._counts.items()])
        return self._counts == other if isinstance(other, dict) else False

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        if len(self._counts) == 0:
            return "Counter()"
        return "Counter({" + ", ".join([f"{key!r}: {count!r}" for key, count in self.most_common()]) + "})"

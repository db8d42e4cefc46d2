# itertools: what is finite is made at once, and read once, as in Python.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _generators
import _tine
from _streams import Part, Stream
from torch.utils._iterator import Iterator

_endless = 9223372036854775807


class count:
    def __init__(self, start=0, step=1):
        if not isinstance(start, int) or not isinstance(step, int) or step < 1:
            _tine.unsupported("count() takes ints here, and a step above 0")
        self._next = start
        self._step = step

    def __iter__(self):
        return range(self._next, _endless, self._step)

    def __next__(self):
        value = self._next
        self._next += self._step
        return value


class repeat:
    def __init__(self, object, times=None):
        self._object = object
        self._times = times

    def __iter__(self):
        return self

    def __len__(self):
        if self._times is None:
            return _endless
        return max(self._times, 0)

    def __getitem__(self, place):
        return self._object


class cycle:
    def __init__(self, iterable):
        self._items = _items(iterable)
        self._place = 0

    def __iter__(self):
        return self

    def __len__(self):
        return 0 if len(self._items) == 0 else _endless

    def __getitem__(self, place):
        return self._items[(self._place + place) % len(self._items)]

    def __next__(self):
        if len(self._items) == 0:
            raise StopIteration()
        item = self._items[self._place]
        self._place = (self._place + 1) % len(self._items)
        return item


def _items(iterable):
    """A list of what comes to an end."""
    if isinstance(iterable, (count, cycle)) or (isinstance(iterable, repeat) and iterable._times is None):
        _tine.unsupported("an iterator without an end is not supported here; write a loop with 'break'")
    return [item for item in iterable]


def _pools(iterables):
    return [_items(iterable) for iterable in iterables]


class chain:
    def __init__(self, *iterables):
        self._all = Iterator([item for part in iterables for item in _items(part)])

    def __iter__(self):
        return self._all.__iter__()

    def __next__(self):
        return self._all.__next__()

    def _next_or(self, default):
        return self._all._next_or(default)

    @staticmethod
    def from_iterable(iterable):
        parts = _items(iterable)
        return chain(*parts) if _tine.is_known(len(parts)) else chain([item for part in parts for item in _items(part)])


def product(*iterables, repeat=1):
    result = [()]
    for pool in _pools(iterables) * repeat:
        result = [items + (item,) for items in result for item in pool]
    return Iterator(result)


def _choices(pool, r, rest):
    """Tuples of r items: one, and others of what `rest` leaves for them."""
    if r == 0:
        return [()]
    return [(pool[i],) + others for i in range(len(pool)) for others in _choices(rest(pool, i), r - 1, rest)]


def combinations(iterable, r):
    return Iterator(_choices(_items(iterable), r, lambda pool, i: pool[i + 1:]))


def combinations_with_replacement(iterable, r):
    return Iterator(_choices(_items(iterable), r, lambda pool, i: pool[i:]))


def permutations(iterable, r=None):
    pool = _items(iterable)
    return Iterator(_choices(pool, len(pool) if r is None else r, lambda pool, i: pool[:i] + pool[i + 1:]))


def zip_longest(*iterables, fillvalue=None):
    pools = _pools(iterables)
    length = max([len(pool) for pool in pools], default=0)
    return Iterator([tuple(pool[i] if i < len(pool) else fillvalue for pool in pools) for i in range(length)])


class _Slice:
    """What a loop takes of a sequence by its numbers."""

    def __init__(self, values, start, stop, step):
        self._values = values
        self._start = start
        self._stop = stop
        self._step = step

    def __iter__(self):
        return self

    def __len__(self):
        end = min(self._stop, len(self._values))
        return max((end - self._start + self._step - 1) // self._step, 0)

    def _begin(self):
        if hasattr(self._values, "_begin"):
            self._values._begin()

    def __getitem__(self, place):
        return self._values[self._start + place * self._step]


def islice(iterable, start, *rest):
    stop = start
    step = 1
    if len(rest) == 0:
        start = 0
    else:
        stop = rest[0]
        if len(rest) > 1 and rest[1] is not None:
            step = rest[1]
        if start is None:
            start = 0
    if stop is None:
        stop = _endless
    if isinstance(iterable, count) or _tine.has_member(iterable, "_behind"):
        return _Slice(iterable.__iter__(), start, stop, step)
    if isinstance(iterable, (repeat, cycle)):
        return _Slice(iterable, start, stop, step)
    if isinstance(iterable, Stream):
        return Part(iterable, start, stop, step)
    if _tine.has_member(iterable, "_generated"):
        return _generators.part(iterable, start, stop, step)
    if _tine.has_member(iterable, "__next__"):
        _tine.unsupported("islice() of an iterator is not supported; call next() so many times")
    return Iterator([item for item in iterable][start:stop:step])


def accumulate(iterable, func=None, *, initial=None):
    items = _items(iterable)
    if initial is not None:
        items = [initial] + items
    result = []
    for item in items:
        if len(result) == 0:
            result.append(item)
        elif func is None:
            result.append(result[-1] + item)
        else:
            result.append(func(result[-1], item))
    return Iterator(result)


def pairwise(iterable):
    items = _items(iterable)
    return Iterator([(items[i], items[i + 1]) for i in range(len(items) - 1)])


def starmap(function, iterable):
    return Iterator([function(*item) for item in _items(iterable)])


def compress(data, selectors):
    return Iterator([item for item, chosen in zip(data, selectors) if chosen])


def takewhile(predicate, iterable):
    if _tine.has_member(iterable, "_generated"):
        return _generators.taken_while(predicate, iterable)
    result = []
    goes = True
    for item in _items(iterable):
        if goes and not predicate(item):
            goes = False
        if goes:
            result.append(item)
    return Iterator(result)


def dropwhile(predicate, iterable):
    result = []
    drops = True
    for item in _items(iterable):
        if drops and not predicate(item):
            drops = False
        if not drops:
            result.append(item)
    return Iterator(result)


def filterfalse(function, iterable):
    if function is None:
        return Iterator([item for item in _items(iterable) if not item])
    return Iterator([item for item in _items(iterable) if not function(item)])


def groupby(iterable, key=None):
    """Neighbours of one key, which are known at compile time."""
    groups = []
    for item in iterable:
        own = item if key is None else key(item)
        if len(groups) > 0 and groups[-1][0] == own:
            groups[-1][1].append(item)
        else:
            groups.append((own, [item]))
    return groups


def tee(iterable, n=2, /):
    items = [item for item in iterable]
    return tuple([iter(list(items)) for i in range(n)])


def batched(iterable, n):
    items = [item for item in iterable]
    return [tuple(items[i:i + n]) for i in range(0, len(items), n)]

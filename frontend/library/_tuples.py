# Tuples of which only the run knows how many items they have.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine

_known = tuple


def _items_of(other, operator):
    if not isinstance(other, _known):
        if operator == "+":
            raise TypeError(f'can only concatenate tuple (not "{type(other).__name__}") to tuple')
        raise TypeError(f"'{operator}' not supported between instances of 'tuple' and '{type(other).__name__}'")
    return [item for item in other]


@_tine.record
@_tine.run_tuple
class tuple:
    _abstract = "tuple Tuple Sequence Sized Iterable Container Collection Hashable Reversible"
    _container = "list"

    def __init__(self, items):
        _tine.items_behind(self).extend(items)

    def __getitem__(self, index):
        items = _tine.items_behind(self)
        if isinstance(index, slice):
            return tuple(items[index])
        if index < -len(items) or index >= len(items):
            raise IndexError("tuple index out of range")
        return items[index]

    def __iter__(self):
        return _tine.items_behind(self)

    def __len__(self):
        return len(_tine.items_behind(self))

    def __bool__(self):
        return len(_tine.items_behind(self)) > 0

    def __contains__(self, item):
        return item in _tine.items_behind(self)

    def index(self, value, /):
        for i, item in enumerate(_tine.items_behind(self)):
            if item == value:
                return i
        raise ValueError("tuple.index(x): x not in tuple")

    def count(self, value, /):
        return _tine.items_behind(self).count(value)

    def __add__(self, other):
        return tuple(_tine.items_behind(self) + _items_of(other, "+"))

    def __radd__(self, other):
        return tuple(_items_of(other, "+") + _tine.items_behind(self))

    def __mul__(self, times):
        return tuple(_tine.items_behind(self) * times)

    def __eq__(self, other):
        return isinstance(other, _known) and _tine.items_behind(self) == [item for item in other]

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        _tine.unsupported("hash() of a tuple of so many items as only the run knows is not supported")

    def __lt__(self, other):
        return _tine.items_behind(self) < _items_of(other, "<")

    def __le__(self, other):
        return _tine.items_behind(self) <= _items_of(other, "<=")

    def __gt__(self, other):
        return _tine.items_behind(self) > _items_of(other, ">")

    def __ge__(self, other):
        return _tine.items_behind(self) >= _items_of(other, ">=")

    def __repr__(self):
        items = _tine.items_behind(self)
        text = ", ".join([repr(item) for item in items])
        return "(" + text + (",)" if len(items) == 1 else ")")


def _quoted(names):
    if len(names) == 1:
        return repr(names[0])
    return ", ".join([repr(name) for name in names[:-1]]) + ("," if len(names) > 2 else "") + f" and {names[-1]!r}"


def arguments(items, callee, names, before, takes_all):
    """The items behind `*` for the parameters `names`, where `before` arguments are given."""
    count = len(items)
    if takes_all and count > len(names):
        total = before + len(names)
        raise TypeError(f"{callee}() takes {total} positional argument{'' if total == 1 else 's'} "
                        f"but {before + count} {'was' if before + count == 1 else 'were'} given")
    for least in range(len(names)):
        if count == least:
            missing = names[least:]
            raise TypeError(f"{callee}() missing {len(missing)} required positional "
                            f"argument{'' if len(missing) == 1 else 's'}: {_quoted(missing)}")
    return _known([_tine.item_there(items, i) for i in range(len(names))])


def call(function, given, items, keywords, callee, names, before, takes_all):
    """function(*given, *items, **keywords)"""
    taken = arguments(items, callee, names, before, takes_all)
    if takes_all:
        return function(*given, *taken, **keywords)
    return function(*given, *taken, *items[len(names):], **keywords)


def joined_list(groups):
    """[*a, b]"""
    items = []
    for group in groups:
        for item in group:
            items.append(item)
    return items


def joined(groups):
    """(*a, b)"""
    return tuple(joined_list(groups))


def columns(rows, are_unpacked):
    """zip(*rows)"""
    width = _tine.width_of_items(rows)
    if width is not None:
        if len(rows) == 0:
            if not are_unpacked:
                raise NotImplementedError("zip(*rows) of no rows is supported where it is unpacked only; "
                                          "test for rows before")
            raise ValueError(f"not enough values to unpack (expected {width}, got 0)")
        return iter([tuple([row[k] for row in rows]) for k in range(width)])
    least = 0
    for i, row in enumerate(rows):
        if i == 0 or len(row) < least:
            least = len(row)
    return iter([tuple([row[k] for row in rows]) for k in range(least)])


def format(text, items, count):
    """text.format(*items), where the fields ask for so many."""
    for index in range(count):
        if len(items) == index:
            raise IndexError(f"Replacement index {index} out of range for positional args tuple")
    return text.format(*[_tine.item_there(items, i) for i in range(count)])


def several(items, name):
    """What max() and min() of more than one argument go over."""
    if len(items) == 1:
        raise NotImplementedError(f"{name}(*values) of one value is not supported; take {name}(values)")
    if len(items) == 0:
        raise TypeError(f"{name} expected at least 1 argument, got 0")
    return items

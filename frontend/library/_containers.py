# Bases for classes of the program that are derived from Python's containers.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine


class Sequence:
    """What collections.abc.Sequence makes of `__getitem__` and `__len__`."""

    _abstract = "Sequence Sized Iterable Container Collection"

    def __iter__(self):
        return [self[i] for i in range(len(self))]

    def __contains__(self, value):
        return value in [item for item in self]

    def index(self, value):
        return [item for item in self].index(value)

    def count(self, value):
        return [item for item in self].count(value)


@_tine.hidden
class Entries:
    """A mapping of what `_entries()`, a dict that is made for the occasion, has."""

    _abstract = "dict Mapping MutableMapping"

    def keys(self):
        return self._entries().keys()

    def values(self):
        return self._entries().values()

    def items(self):
        return self._entries().items()

    def copy(self):
        return self._entries()

    def pop(self, name, *default):
        if default and name not in self:
            return default[0]
        value = self[name]
        del self[name]
        return value

    def __iter__(self):
        return self._entries().keys()

    def __len__(self):
        return len(self._entries())


class Mapping:
    """What collections.abc.Mapping makes of `__getitem__`, `__iter__` and `__len__`."""

    _abstract = "Mapping Sized Iterable Container Collection"

    def keys(self):
        return [key for key in self]

    def values(self):
        return [self[key] for key in self]

    def items(self):
        return [(key, self[key]) for key in self]

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        return key in self.keys()

    def __eq__(self, other):
        return dict_of(self) == dict_of(other)

    def __ne__(self, other):
        return not self == other


class MutableMapping(Mapping):
    _abstract = "Mapping MutableMapping Sized Iterable Container Collection"

    def pop(self, key, *default):
        if default and key not in self:
            return default[0]
        value = self[key]
        del self[key]
        return value

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, other=(), /, **names):
        for key, value in entries(other):
            self[key] = value
        for key, value in names.items():
            self[key] = value

    def clear(self):
        for key in self.keys():
            del self[key]


def entries(other):
    """The pairs of a mapping, or of what has pairs."""
    if _tine.is_dict(other) or _tine.has_member(other, "items"):
        return [(key, value) for key, value in other.items()]
    if _tine.has_member(other, "keys"):
        return [(key, other[key]) for key in other.keys()]
    return [(key, value) for key, value in other]


def between(items, before, behind):
    """What `*` gets where items of the run are unpacked."""
    items = list(items)
    return items[before:len(items) - behind]


def of_pairs(pairs):
    """dict() of pairs of the run."""
    return {key: value for key, value in pairs}


def dict_of(other):
    items = _tine.items_behind(other)
    if items is not None:
        return items
    if not _tine.has_member(other, "keys"):
        return other
    return {key: other[key] for key in other.keys()}


@_tine.hidden
class _Container:
    """What an object that is a dict or a list has. Its items are in one of their own."""

    def __setitem__(self, key, value):
        _tine.items_behind(self)[key] = value

    def __delitem__(self, key):
        del _tine.items_behind(self)[key]

    def __contains__(self, item):
        return item in _tine.items_behind(self)

    def __len__(self):
        return len(_tine.items_behind(self))

    def __bool__(self):
        return len(_tine.items_behind(self)) > 0

    def clear(self):
        _tine.items_behind(self).clear()

    def copy(self):
        return _tine.items_behind(self).copy()

    def __repr__(self):
        return repr(_tine.items_behind(self))


class dict(_Container):
    _abstract = "dict Dict Mapping MutableMapping Sized Iterable Container Collection"
    _container = "dict"

    def __init__(self, other=(), /, **names):
        items = _tine.items_behind(self)
        for key, value in entries(other):
            items[key] = value
        for key, value in names.items():
            items[key] = value

    def __getitem__(self, key):
        items = _tine.items_behind(self)
        if _tine.has_member(self, "__missing__"):
            if key not in items:
                return self.__missing__(key)
        return items[key]

    def __iter__(self):
        return _tine.items_behind(self).keys()

    def keys(self):
        return _tine.items_behind(self).keys()

    def values(self):
        return _tine.items_behind(self).values()

    def items(self):
        return _tine.items_behind(self).items()

    def get(self, key, default=None):
        return _tine.items_behind(self).get(key, default)

    def pop(self, key, *default):
        return _tine.items_behind(self).pop(key, *default)

    def popitem(self):
        return _tine.items_behind(self).popitem()

    def setdefault(self, key, default=None):
        return _tine.items_behind(self).setdefault(key, default)

    def update(self, other=(), /, **names):
        items = _tine.items_behind(self)
        for key, value in entries(other):
            items[key] = value
        for key, value in names.items():
            items[key] = value

    def __eq__(self, other):
        return _tine.items_behind(self) == dict_of(other)

    def __ne__(self, other):
        return not _tine.items_behind(self) == dict_of(other)

    def __or__(self, other):
        return _tine.items_behind(self) | dict_of(other)


class OrderedDict(dict):
    _abstract = "dict Dict OrderedDict Mapping MutableMapping Sized Iterable Container Collection"

    def move_to_end(self, key, last=True):
        if not last:
            _tine.unsupported("move_to_end(last=False) of a class of the program is not supported")
        value = self.pop(key)
        _tine.items_behind(self)[key] = value

    def popitem(self, last=True):
        items = _tine.items_behind(self)
        if len(items) == 0:
            raise KeyError("dictionary is empty")
        key = list(items.keys())[-1 if last else 0]
        return key, items.pop(key)

    def __repr__(self):
        items = list(_tine.items_behind(self).items())
        name = _tine.class_name(self)
        return f"{name}({dict_of(self)!r})" if items else f"{name}()"


class defaultdict(dict):
    _abstract = "dict Dict defaultdict Mapping MutableMapping Sized Iterable Container Collection"

    def __init__(self, default_factory=None, other=(), /, **names):
        super().__init__(other, **names)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = self.default_factory()
        return _tine.items_behind(self)[key]

    def __repr__(self):
        _tine.unsupported("print dict() of a defaultdict of a class of the program")


class UserDict(dict):
    _abstract = "Mapping MutableMapping Sized Iterable Container Collection"

    @property
    def data(self):
        return _tine.items_behind(self)


def list_of(other):
    items = _tine.items_behind(other)
    return other if items is None else items


class list(_Container):
    _abstract = "list List Sequence MutableSequence Sized Iterable Container Collection"
    _container = "list"

    def __init__(self, iterable=(), /):
        items = _tine.items_behind(self)
        for item in iterable:
            items.append(item)

    def __getitem__(self, index):
        return _tine.items_behind(self)[index]

    def __iter__(self):
        return _tine.items_behind(self)

    def append(self, value, /):
        _tine.items_behind(self).append(value)

    def extend(self, other, /):
        items = _tine.items_behind(self)
        for item in other:
            items.append(item)

    def insert(self, index, value, /):
        _tine.items_behind(self).insert(index, value)

    def pop(self, index=-1, /):
        return _tine.items_behind(self).pop(index)

    def remove(self, value, /):
        _tine.items_behind(self).remove(value)

    def index(self, value, /):
        return _tine.items_behind(self).index(value)

    def count(self, value, /):
        return _tine.items_behind(self).count(value)

    def reverse(self):
        _tine.items_behind(self).reverse()

    def sort(self, *, key=None, reverse=False):
        _tine.items_behind(self).sort(key=key, reverse=reverse)

    def __eq__(self, other):
        return _tine.items_behind(self) == list_of(other)

    def __ne__(self, other):
        return not _tine.items_behind(self) == list_of(other)

    def __add__(self, other):
        return _tine.items_behind(self) + list_of(other)

    def __mul__(self, count):
        return _tine.items_behind(self) * count

    def __rmul__(self, count):
        return _tine.items_behind(self) * count

    def __iadd__(self, other):
        self.extend(other)
        return self


class UserList(list):
    _abstract = "Sequence MutableSequence Sized Iterable Container Collection"

    @property
    def data(self):
        return _tine.items_behind(self)

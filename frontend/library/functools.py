# functools: functions of functions. wraps() is built in.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine


class partial:
    def __init__(self, func, /, *args, **keywords):
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})


def reduce(function, iterable, *initial):
    items = [item for item in iterable]
    if len(initial) == 0:
        if len(items) == 0:
            raise TypeError("reduce() of empty iterable with no initial value")
        result = items[0]
        items = items[1:]
    else:
        result = initial[0]
    for item in items:
        result = function(result, item)
    return result


def update_wrapper(wrapper, wrapped):
    return wrapper


def _is_plain(value):
    if isinstance(value, tuple):
        return all([_is_plain(item) for item in value])
    return value is None or isinstance(value, (bool, int, float, str))


class _Cached:
    """Results by the text of the arguments, so that these are plain values."""

    def __init__(self, function):
        self.__wrapped__ = function
        self._results = {}

    def __call__(self, *args, **keywords):
        if not all([_is_plain(value) for value in args]) or not all([_is_plain(value) for value in keywords.values()]):
            _tine.unsupported("a cached function takes numbers, strings and tuples of them only")
        key = repr(args) + repr(keywords)
        if key not in self._results:
            self._results[key] = self.__wrapped__(*args, **keywords)
        return self._results[key]

    def cache_clear(self):
        self._results = {}


def cache(user_function, /):
    return _Cached(user_function)


def lru_cache(maxsize=128, typed=False):
    if maxsize is not None and not isinstance(maxsize, int):
        return _Cached(maxsize)
    # What was forgotten is computed again, to the same value.
    return _Cached


class _OfLess:
    """The other comparisons of a class that has `<`."""

    def __gt__(self, other):
        return not self < other and not self == other

    def __le__(self, other):
        return self < other or self == other

    def __ge__(self, other):
        return not self < other


class _OfGreater:
    def __lt__(self, other):
        return not self > other and not self == other

    def __le__(self, other):
        return not self > other

    def __ge__(self, other):
        return self > other or self == other


class _OfLessOrEqual:
    def __lt__(self, other):
        return self <= other and not self == other

    def __gt__(self, other):
        return not self <= other

    def __ge__(self, other):
        return not self <= other or self == other


class _OfGreaterOrEqual:
    def __lt__(self, other):
        return not self >= other

    def __gt__(self, other):
        return self >= other and not self == other

    def __le__(self, other):
        return not self >= other or self == other


def total_ordering(cls):
    if _tine.has_member(cls, "__lt__"):
        others = _OfLess
    elif _tine.has_member(cls, "__le__"):
        others = _OfLessOrEqual
    elif _tine.has_member(cls, "__gt__"):
        others = _OfGreater
    elif _tine.has_member(cls, "__ge__"):
        others = _OfGreaterOrEqual
    else:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    for name in ("__lt__", "__le__", "__gt__", "__ge__"):
        if not _tine.has_member(cls, name):
            setattr(cls, name, getattr(others, name))
    return cls


def cmp_to_key(mycmp):
    class K:
        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0
    return K

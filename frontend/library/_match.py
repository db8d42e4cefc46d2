# What patterns of `match` ask of the values that they are compared with.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
from collections.abc import Mapping, Sequence

_own = (bool, dict, float, frozenset, int, list, set, str, tuple)


class _Absent:
    pass


def is_sequence(value):
    return isinstance(value, Sequence) and not isinstance(value, str)


def is_mapping(value):
    return isinstance(value, Mapping)


def without(mapping, keys):
    return {key: value for key, value in mapping.items() if key not in keys}


def names_of(kind):
    """The attributes that patterns without a name stand for; None: one, the value itself."""
    if kind in _own:
        return None
    if hasattr(kind, "__match_args__"):
        return kind.__match_args__
    return None if issubclass(kind, _own) else ()


def accepts(kind, count, others):
    """Raises where a pattern of the class cannot have so many parts without a name; others have these names."""
    names = names_of(kind)
    most = 1 if names is None else len(names)
    if count > most:
        raise TypeError(f"{kind.__name__}() accepts {most} positional sub-pattern{'' if most == 1 else 's'} "
                        f"({count} given)")
    for name in () if names is None else names[:count]:
        if name in others:
            raise TypeError(f"{kind.__name__}() got multiple sub-patterns for attribute '{name}'")
    return True


def has_field(known, value, kind, number):
    names = names_of(kind)
    return names is None or has_attribute(known, value, names[number])


def field(known, value, kind, number):
    names = names_of(kind)
    return present(value) if names is None else attribute(known, value, names[number])


def has_attribute(known, value, name):
    """Whether the value has the attribute. What the program computes is asked for once, and known then."""
    if not _tine.is_computed(value, name):
        return hasattr(value, name)
    if not known:
        found = getattr(value, name, _Absent)
        if found is _Absent:
            return False
        known.append(found)
    return True


def attribute(known, value, name):
    return known[0] if known else getattr(present(value), name)


def present(value):
    if value is None:  # It is not, which tells what it is where it may be None elsewhere.
        raise TypeError("None has no such field")
    return value


def no_other():
    raise AssertionError("one of the alternatives has matched")

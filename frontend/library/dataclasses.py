# dataclasses: fields, and what goes over them. The decorator is in the compiler, which makes the
# methods of a class in this language, too.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import copy

import _tine


class FrozenInstanceError(AttributeError):
    pass


@_tine.missing_value
class _MISSING_TYPE:
    pass


MISSING = _MISSING_TYPE()


@_tine.keyword_marker
class KW_ONLY:
    """The annotation behind which fields are given by keyword."""


@_tine.init_variable
class InitVar:
    """The annotation of what __init__ hands to __post_init__."""


class _MappingProxy:
    """What a field has as metadata: a dict that is only read."""

    def __init__(self, mapping):
        self._mapping = mapping

    def __getitem__(self, key):
        return self._mapping[key]

    def __contains__(self, key):
        return key in self._mapping

    def __len__(self):
        return len(self._mapping)

    def get(self, key, default=None):
        return self._mapping.get(key, default)

    def keys(self):
        return self._mapping.keys()

    def values(self):
        return self._mapping.values()

    def items(self):
        return self._mapping.items()

    def __repr__(self):
        return f"mappingproxy({self._mapping!r})"


@_tine.data_field
class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _MappingProxy({} if metadata is None else metadata)
        self.kw_only = kw_only

    @property
    def type(self):
        return _tine.unsupported("the type of a field, as its annotation says, is not kept; "
                                 "look at the type of its value")


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True,
          metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def is_dataclass(obj):
    return _tine.data_fields(obj) is not None


def _is_instance(obj):
    return not _tine.is_class(obj) and is_dataclass(obj)


def fields(class_or_instance):
    found = _tine.data_fields(class_or_instance)
    if found is None:
        raise TypeError("must be called with a dataclass type or instance")
    return found


def _converted(obj, made_of):
    """A copy in which dataclasses are what `made_of` makes of the pairs of their names and values."""
    # What has no dataclass in it is copied as one.
    if not _tine.holds_dataclass(obj):
        return copy.deepcopy(obj)
    if _is_instance(obj):
        return made_of([(f.name, _converted(getattr(obj, f.name), made_of)) for f in fields(obj)])
    if isinstance(obj, dict):
        return {copy.deepcopy(key): _converted(value, made_of) for key, value in obj.items()}
    values = [_converted(value, made_of) for value in obj]
    if isinstance(obj, list):
        return values
    return type(obj)(*values) if hasattr(obj, "_fields") else tuple(values)


def asdict(obj, *, dict_factory=dict):
    if not _is_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _converted(obj, dict_factory)


def astuple(obj, *, tuple_factory=tuple):
    if not _is_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _converted(obj, lambda pairs: tuple_factory([value for name, value in pairs]))


def replace(obj, /, **changes):
    if not _is_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    for f in fields(obj):
        if not f.init:
            if f.name in changes:
                raise ValueError(f"field {f.name} is declared with init=False, it cannot be specified "
                                 "with replace()")
        elif f.name not in changes:
            changes[f.name] = getattr(obj, f.name)
    for f in _tine.init_variables(obj):
        if f.name not in changes:
            if f.default is MISSING:
                raise ValueError(f"InitVar {f.name!r} must be specified with replace()")
            changes[f.name] = getattr(obj, f.name)
    return type(obj)(**changes)

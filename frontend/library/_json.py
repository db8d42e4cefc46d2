# What JSON of the run becomes: a value of which only the run knows the type.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _outside
import _tine

_names = ("NoneType", "bool", "int", "float", "str", "list", "dict")
_words = {"NoneType": "null", "bool": "a bool", "int": "an int", "float": "a float", "str": "a string", "list": "a list", "dict": "an object"}


def _name_of(kind):
    """Of the type that Python has for a kind of values."""
    for number, name in enumerate(_names):
        if kind == number:
            return name
    return "nothing"


def _word_of(kind):
    for number, name in enumerate(_names):
        if kind == number:
            return _words[name]
    return "missing"


def _copy(known):
    """What is compared with a list of the run becomes one of the run."""
    return [_copy(item) for item in known] if isinstance(known, list) else known


@_tine.any_value
@_tine.record
class _Json:
    def __init__(self, value):
        self._value = value

    def _kind(self):
        return _tine.data("json_kind", self._value)

    def _is_a(self, name):
        """isinstance(); a bool is an int."""
        kind = self._kind()
        if name == "int":
            return kind == 2 or kind == 1
        if name not in _names:
            return False
        return kind == _names.index(name)

    # What the shape of a file says that it is.

    def _check(self, name, path, place):
        kind = self._kind()
        if kind != _names.index(name):
            wanted = "a number" if name in ("int", "float") and kind != 2 and kind != 3 else _words[name]
            raise ValueError(f"{path}: {place} is {_word_of(kind)}, expected {wanted}")

    # `known` is what the file had when the program was compiled, and `file` its name then.

    def _as(self, shape, path, place, known, file):
        name = shape[0]
        if name == "any":
            return self
        if name == "dict":
            return self._as_dict(shape[1], path, place, known, file)
        if name == "list" or name == "items":
            return self._as_list(shape, path, place, known, file)
        return self._fixed(self._as_scalar(name, path, place), path, place, known, file)

    def _fixed(self, value, path, place, known, file):
        """A value from outside, which the compiler may have to know."""
        if known is None:
            return value
        name = f"{file}: {place}"
        value = _tine.outside(name, value)
        reason = _tine.fixed(name)
        if reason is None:
            return value
        if value != _copy(known):
            _outside.refuse(f"{path}: {place} is {value!r}", repr(known), reason, "with this file", 1)
        return known

    def _as_scalar(self, name, path, place):
        self._check(name, path, place)
        if name == "NoneType":
            return None
        if name == "bool":
            return _tine.data("json_int", self._value) != 0
        if name == "int":
            return _tine.data("json_int", self._value)
        if name == "float":
            return _tine.data("json_float", self._value)
        return _tine.data("json_text", self._value)

    def _as_dict(self, entries, path, place, known, file):
        self._check("dict", path, place)
        names = _tine.data("json_keys", self._value)
        inner = place if place == "." else place + "."
        result = {}
        for number, entry in enumerate(entries):
            key, shape = entry
            part = _Json(_tine.data("json_key", self._value, key))
            if part._kind() == -1:
                raise ValueError(f"{path}: {inner}{key} is missing, with which this program was compiled")
            if names[number] != key:
                raise ValueError(f"{path}: the keys of {place} are others, or in another order, than when this program was compiled; compile it again")
            result[key] = part._as(shape, path, inner + key, None if known is None else known[key], file)
        if len(names) != len(entries):
            raise ValueError(f"{path}: {place} has {len(names)} keys, and had {len(entries)} when this program was compiled; compile it again")
        return result

    def _as_list(self, shape, path, place, known, file):
        self._check("list", path, place)
        length = _tine.data("json_length", self._value)
        if shape[0] == "list" and self._is_of_run(shape):
            return self._fixed(self._in_run(shape, path, place), path, place, known, file)
        if shape[0] == "list":
            shapes = [shape[2] for _ in range(shape[1])]
        else:
            shapes = shape[1]
        if length != len(shapes):
            raise ValueError(f"{path}: {place} has {length} items, and had {len(shapes)} when this program was compiled; compile it again")
        parts = [_Json(_tine.data("json_item", self._value, i)) for i in range(len(shapes))]
        return [parts[i]._as(part, path, f"{place}[{i}]", None if known is None else known[i], file) for i, part in enumerate(shapes)]

    def _is_of_run(self, shape):
        """Numbers, and what is long: any number of items."""
        return shape[1] > (1024 if shape[2][0] == "str" else 256 if shape[2][0] == "dict" or shape[2][0] == "NoneType" else 0)

    def _in_run(self, shape, path, place):
        parts = _tine.data("json_items", self._value)
        part = shape[2]
        if part[0] == "list" and part[2] is not None:
            return [_Json(item)._rows(part, path, place) for item in parts]
        if part[0] in ("bool", "int", "float", "str"):
            return [_Json(item)._as_scalar(part[0], path, place + "[...]") for item in parts]
        return [_Json(item) for item in parts]

    def _rows(self, shape, path, place):
        self._check("list", path, place + "[...]")
        return self._in_run(shape, path, place + "[...]")

    # What Python does with it.

    def _part(self, value):
        return _Json(value)

    def __getitem__(self, key):
        kind = self._kind()
        if isinstance(key, _Json):
            key = key._text_of_key()
        if isinstance(key, str):
            if kind != 6:
                raise TypeError(f"a value of JSON that is {_word_of(kind)} has no key {key!r}")
            value = _tine.data("json_key", self._value, key)
            if value == "":
                raise KeyError(key)
            return _Json(value)
        if not isinstance(key, int):
            _tine.unsupported("a value of JSON has keys that are str, and indices that are ints")
        if kind != 5:
            raise TypeError(f"a value of JSON that is {_word_of(kind)} has no item {key}")
        value = _tine.data("json_item", self._value, key)
        if value == "":
            raise IndexError("list index out of range")
        return _Json(value)

    def _text_of_key(self):
        if self._kind() != 4:
            raise TypeError(f"a key that is {_word_of(self._kind())} is not supported")
        return _tine.data("json_text", self._value)

    def __contains__(self, item):
        kind = self._kind()
        if isinstance(item, _Json):
            item = item._text_of_key()
        if isinstance(item, str):
            if kind == 6:
                return _tine.data("json_key", self._value, item) != ""
            if kind == 4:
                return item in _tine.data("json_text", self._value)
        if kind != 5:
            raise TypeError(f"argument of type '{_name_of(kind)}' is not iterable")
        found = False
        for value in _tine.data("json_items", self._value):
            found = found or _Json(value) == item
        return found

    def __len__(self):
        kind = self._kind()
        if kind == 4:
            return len(_tine.data("json_text", self._value))
        if kind < 5:
            raise TypeError(f"object of type '{_name_of(kind)}' has no len()")
        return _tine.data("json_length", self._value)

    def __iter__(self):
        kind = self._kind()
        if kind < 5:
            raise TypeError(f"'{_name_of(kind)}' object is not iterable")
        return [_Json(value) for value in self._walked(kind)]

    def _walked(self, kind):
        """The items of a list, or the keys of a dict as values."""
        if kind == 5:
            return _tine.data("json_items", self._value)
        return [_tine.data("json_parse", _tine.data("json_quote", key, 1)) for key in _tine.data("json_keys", self._value)]

    def _check_dict(self, name):
        kind = self._kind()
        if kind != 6:
            raise AttributeError(f"'{_name_of(kind)}' object has no attribute '{name}'")

    def keys(self):
        self._check_dict("keys")
        return _tine.data("json_keys", self._value)

    def values(self):
        self._check_dict("values")
        return [_Json(value) for value in _tine.data("json_items", self._value)]

    def items(self):
        self._check_dict("items")
        return [(key, _Json(value)) for key, value in zip(_tine.data("json_keys", self._value), _tine.data("json_items", self._value))]

    def get(self, key, default=None):
        self._check_dict("get")
        value = _tine.data("json_key", self._value, key)
        if default is None:
            return _Json(value if value != "" else _tine.data("json_parse", "null"))
        if isinstance(default, _Json):
            return _Json(value) if value != "" else default
        if isinstance(default, (list, dict)) and len(default) == 0:
            return _Json(value if value != "" else _tine.data("json_parse", "[]" if isinstance(default, list) else "{}"))
        if not isinstance(default, (bool, int, float, str)):
            _tine.unsupported("the default of get() is a number, a text, None, [] or {} here")
        if value == "":
            return default
        return _Json(value)._like(default, key)

    def _like(self, default, key):
        """Has the type of the default; numbers may be ints or floats. Others are errors of the run."""
        kind = self._kind()
        is_number = isinstance(default, (int, float)) and not isinstance(default, bool)
        if is_number and (kind == 2 or kind == 3):
            return _tine.data("json_float", self._value) if kind == 3 else _tine.data("json_int", self._value)
        wanted = type(default).__name__
        if is_number or kind != _names.index(wanted):
            raise NotImplementedError(f"{key!r} is {_word_of(kind)}, and {default!r} where it is missing; ask by '[]' or without the default here")
        return self._as_scalar(wanted, "", key)

    def _is_none(self):
        return self._kind() == 0

    def __bool__(self):
        kind = self._kind()
        if kind == 0:
            return False
        if kind == 1 or kind == 2:
            return _tine.data("json_int", self._value) != 0
        if kind == 3:
            return _tine.data("json_float", self._value) != 0
        return len(self) != 0

    def __int__(self):
        kind = self._kind()
        if kind == 4:
            return int(_tine.data("json_text", self._value))
        if kind == 3:
            return int(_tine.data("json_float", self._value))
        if kind != 1 and kind != 2:
            raise TypeError(f"int() argument must be a string, a bytes-like object or a real number, not '{_name_of(kind)}'")
        return _tine.data("json_int", self._value)

    def __float__(self):
        kind = self._kind()
        if kind == 4:
            return float(_tine.data("json_text", self._value))
        if kind != 1 and kind != 2 and kind != 3:
            raise TypeError(f"float() argument must be a string or a real number, not '{_name_of(kind)}'")
        return _tine.data("json_float", self._value)

    def __str__(self):
        return _tine.data("json_text", self._value) if self._kind() == 4 else _tine.data("json_repr", self._value)

    def __repr__(self):
        return _tine.data("json_repr", self._value)

    def __format__(self, spec):
        if spec != "":
            _tine.unsupported("only the run knows whether this value of JSON is a number or a text: write int(), float() or str() of it here")
        return str(self)

    def __eq__(self, other):
        kind = self._kind()
        if isinstance(other, _Json):
            return _tine.data("json_repr", self._value) == _tine.data("json_repr", other._value)
        if other is None:
            return kind == 0
        if isinstance(other, str):
            return kind == 4 and _tine.data("json_text", self._value) == other
        if isinstance(other, (bool, int, float)):
            is_number = kind == 1 or kind == 2 or kind == 3
            return (_tine.data("json_float", self._value) if is_number else 0.0) == other and is_number
        _tine.unsupported("a value of JSON is compared with numbers, texts and None here; compare its items")

    def __ne__(self, other):
        return not self == other

    def _arithmetic(self, *others):
        _tine.unsupported("only the run knows the type of this value of JSON: write int(), float() or str() of it here")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _arithmetic
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __neg__ = __abs__ = __round__ = _arithmetic
    __lt__ = __le__ = __gt__ = __ge__ = __index__ = __hash__ = _arithmetic

    def __setitem__(self, key, value):
        _tine.unsupported("a value of JSON that only the run knows cannot be changed; build a dict of its items")

    def __getattr__(self, name):
        _tine.unsupported(f"only the run knows the type of this value of JSON: write str() of it for methods of str; there is no {name!r}")

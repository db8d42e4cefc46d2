# json: values as text, and back.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import math

from _json import _Json


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        ValueError.__init__(self, msg)
        self.msg = msg
        self.doc = doc


def _float(number):
    return repr(float(number)) if math.isfinite(number) else "NaN" if number != number else "Infinity" if number > 0 else "-Infinity"


class _Writer:
    def __init__(self, indent, separators, sort_keys, default, ensure_ascii):
        self._step = " " * indent if isinstance(indent, int) else indent
        if separators is None:
            separators = (", " if indent is None else ",", ": ")
        self._comma = separators[0]
        self._colon = separators[1]
        self._sort_keys = sort_keys
        self._default = default
        self._is_ascii = 1 if ensure_ascii else 0

    def _between(self, open, close, parts, depth):
        if len(parts) == 0:
            return open + close
        if self._step is None:
            return open + self._comma.join(parts) + close
        inner = "\n" + self._step * (depth + 1)
        return open + inner + (self._comma + inner).join(parts) + "\n" + self._step * depth + close

    def _quoted(self, text):
        return _tine.data("json_quote", text, self._is_ascii)

    def _key(self, key):
        if isinstance(key, str):
            return self._quoted(key)
        return '"' + self.text(key, 0) + '"'

    def text(self, value, depth):
        if value is None:
            return "null"
        if isinstance(value, _Json):
            _tine.unsupported("a value of JSON that only the run knows is not written again; build what is written of its parts")
        if isinstance(value, str):
            return self._quoted(value)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, float):
            return _float(value)
        if isinstance(value, (list, tuple)):
            return self._between("[", "]", [self.text(item, depth + 1) for item in value], depth)
        if isinstance(value, dict):
            keys = sorted(value) if self._sort_keys else list(value)
            return self._between("{", "}", [self._key(key) + self._colon + self.text(value[key], depth + 1) for key in keys], depth)
        if self._default is not None:
            return self.text(self._default(value), depth)
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def dumps(obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None, default=None,
          sort_keys=False):
    if cls is not None:
        _tine.unsupported("'dumps' with a class of its own is not supported")
    return _Writer(indent, separators, sort_keys, default, ensure_ascii).text(obj, 0)


def dump(obj, fp, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None, default=None,
         sort_keys=False):
    fp.write(dumps(obj, cls=cls, ensure_ascii=ensure_ascii, indent=indent, separators=separators, default=default, sort_keys=sort_keys))


def _check_hooks(hooks):
    for hook in hooks:
        if hook is not None:
            _tine.unsupported("classes and functions of the program that change what JSON is read as are not supported")


def _parsed(text):
    value = _tine.data("json_parse", text)
    if _tine.data("json_kind", value) == -2:
        raise JSONDecodeError(_tine.data("json_text", value), text, 0)
    return _Json(value)


def loads(s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None):
    _check_hooks((cls, object_hook, parse_float, parse_int, parse_constant, object_pairs_hook))
    if isinstance(s, (bytes, bytearray)):
        s = s.decode()
    if not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {type(s).__name__}")
    if _tine.is_known(s):
        known = _tine.json_value(s)
        if known is not None:
            if not known[0]:
                raise JSONDecodeError(known[1], s, 0)
            return known[1]
    return _parsed(s)


def load(fp, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None):
    """Of a file that is there when the program is compiled the types are known."""
    _check_hooks((cls, object_hook, parse_float, parse_int, parse_constant, object_pairs_hook))
    text = fp.read()
    if isinstance(text, bytes):
        text = text.decode()
    name = getattr(fp, "name", None)
    file = None if name is None else _tine.example_text(name)
    if file is not None:
        shape = _tine.json_shape(file)
        if shape is not None:
            return _parsed(text)._as(shape[0], name, ".", shape[1], file)
    return _parsed(text)

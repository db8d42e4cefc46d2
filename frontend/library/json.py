# json: values as text.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import math


def _quoted(text):
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    if text.isascii():
        return '"' + text + '"'
    result = '"'
    for c in text:
        n = ord(c)
        if n < 128:
            result += c
        elif n < 65536:
            result += f"\\u{n:04x}"
        else:
            n -= 65536
            result += f"\\u{55296 + n // 1024:04x}\\u{56320 + n % 1024:04x}"
    return result + '"'


def _float(number):
    return repr(float(number)) if math.isfinite(number) else "NaN" if number != number else "Infinity" if number > 0 else "-Infinity"


class _Writer:
    def __init__(self, indent, separators, sort_keys, default):
        self._step = " " * indent if isinstance(indent, int) else indent
        if separators is None:
            separators = (", " if indent is None else ",", ": ")
        self._comma = separators[0]
        self._colon = separators[1]
        self._sort_keys = sort_keys
        self._default = default

    def _between(self, open, close, parts, depth):
        if len(parts) == 0:
            return open + close
        if self._step is None:
            return open + self._comma.join(parts) + close
        inner = "\n" + self._step * (depth + 1)
        return open + inner + (self._comma + inner).join(parts) + "\n" + self._step * depth + close

    def _key(self, key):
        if isinstance(key, str):
            return _quoted(key)
        return '"' + self.text(key, 0) + '"'

    def text(self, value, depth):
        if value is None:
            return "null"
        if isinstance(value, str):
            return _quoted(value)
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
    if cls is not None or not ensure_ascii:
        _tine.unsupported("'dumps' with a class of its own, or with ensure_ascii=False, is not supported")
    return _Writer(indent, separators, sort_keys, default).text(obj, 0)


def loads(s):
    _tine.unsupported("reading JSON is not supported")


load = loads

# struct: numbers in bytes, by formats that are known at compile time.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from _bytes import is_buffer, of_raw, raw_of

_standard = {"x": 1, "c": 1, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 4, "L": 4, "q": 8, "Q": 8, "e": 2, "f": 4, "d": 8, "s": 1}
_native = {"x": 1, "c": 1, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 8, "L": 8, "q": 8, "Q": 8, "e": 2, "f": 4, "d": 8, "s": 1, "n": 8, "N": 8}
_names = {"b": "byte", "B": "ubyte", "h": "short", "H": "ushort"}


class error(Exception):
    pass


class _Layout:
    """The values of a format: a letter, a place, a width and a count of bytes for each; and whether the
    first byte is the greatest."""

    def __init__(self, text):
        if not isinstance(text, str):
            text = text._data
        if not _tine.is_known(text):
            _tine.unsupported("the format of a struct must be known at compile time")
        self.is_native = text == "" or text[0] not in "=<>!"
        self.is_big = 1 if text != "" and text[0] in ">!" else 0
        widths = _native if self.is_native else _standard
        self.values = []
        self.size = 0
        count = -1
        for letter in text[1:] if text != "" and text[0] in "@=<>!" else text:
            if letter.isdigit():
                count = max(count, 0) * 10 + int(letter)
            elif letter.isspace() and count < 0:
                pass
            else:
                if letter == "p" or letter == "P":
                    _tine.unsupported(f"the letter {letter!r} of struct is not supported")
                if letter not in widths:
                    raise error("bad char in struct format")
                self._add(letter, widths[letter], 1 if count < 0 else count)
                count = -1
        if count >= 0:
            raise error("repeat count given without format specifier")

    def _add(self, letter, width, count):
        if self.is_native:
            self.size = (self.size + width - 1) // width * width
        if letter == "s":
            self.values.append((letter, self.size, 1, count))
        elif letter != "x":
            for i in range(count):
                self.values.append((letter, self.size + i * width, width, 1))
        self.size += width * count


def _value(raw, at, layout, letter, width, count):
    if letter == "s" or letter == "c":
        return of_raw(_tine.data("bytes_slice", raw, at, at + count, 1, 3))
    if letter in "efd":
        return _tine.data("bytes_float", raw, at, width, layout.is_big)
    if letter == "?":
        return _tine.data("bytes_int", raw, at, 1, 0) != 0
    is_signed = letter in "bhilqn"
    number = _tine.data("bytes_int", raw, at, width, layout.is_big + (2 if is_signed else 0))
    if width == 8 and not is_signed:
        if number < 0:
            raise OverflowError("ints have 64 bits here")
    return number


def _values(raw, start, layout):
    return tuple([_value(raw, start + at, layout, letter, width, count) for letter, at, width, count in layout.values])


def unpack(format, buffer, /):
    layout = _Layout(format)
    raw = raw_of(buffer)
    if _tine.data("bytes_length", raw) != layout.size:
        raise error(f"unpack requires a buffer of {layout.size} bytes")
    return _values(raw, 0, layout)


def unpack_from(format, /, buffer, offset=0):
    layout = _Layout(format)
    raw = raw_of(buffer)
    length = _tine.data("bytes_length", raw)
    start = offset
    if offset < 0:
        if offset + layout.size > 0:
            raise error(f"not enough data to unpack {layout.size} bytes at offset {offset}")
        start = offset + length
        if start < 0:
            raise error(f"offset {offset} out of range for {length}-byte buffer")
    if length - start < layout.size:
        raise error(f"unpack_from requires a buffer of at least {start + layout.size} bytes for unpacking {layout.size} bytes at offset {start} "
                    f"(actual buffer size is {length})")
    return _values(raw, start, layout)


def iter_unpack(format, buffer, /):
    layout = _Layout(format)
    raw = raw_of(buffer)
    if layout.size == 0:
        raise error("cannot iteratively unpack with a struct of length 0")
    length = _tine.data("bytes_length", raw)
    if length % layout.size != 0:
        raise error(f"iterative unpacking requires a buffer of a multiple of {layout.size} bytes")
    return [_values(raw, start, layout) for start in range(0, length, layout.size)]


def calcsize(format, /):
    return _Layout(format).size


# Packing.


def _check_range(layout, letter, width, value):
    is_signed = letter in "bhilqn"
    if width == 8:
        if not is_signed and value < 0:
            raise error("int too large to convert" if layout.is_big else "argument out of range")
        return
    low = -(1 << (8 * width - 1)) if is_signed else 0
    high = (1 << (8 * width - 1)) - 1 if is_signed else (1 << (8 * width)) - 1
    if value < low or value > high:
        if letter in "bB" or not layout.is_big and letter in "hH":
            raise error(f"{_names[letter]} format requires {low} <= number <= {high}")
        if value < 0 and not is_signed:
            raise error("argument out of range")
        raise error(f"'{letter}' format requires {low} <= number <= {high}")


def _raw_of_float(value, width, layout):
    kind = torch.float64 if width == 8 else torch.float32 if width == 4 else torch.float16
    t = torch.tensor([value], dtype=torch.float64)
    narrow = t.to(kind)
    if width == 2 or width == 4 and not layout.is_native:
        if torch.isinf(narrow).item() and not torch.isinf(t).item():
            raise OverflowError(f"float too large to pack with {'f' if width == 4 else 'e'} format")
    raw = _tine.bytes_of_tensor(narrow)
    return _tine.data("bytes_slice", raw, 0, 0, -1, 0) if layout.is_big else raw


def _whole(value):
    if isinstance(value, int):
        return int(value)
    if not isinstance(value, float) and hasattr(value, "dtype"):
        if str(value.dtype).count("int") > 0:
            return int(value)
    raise error("required argument is not an integer")


def _packed(layout, letter, width, count, value):
    if letter == "s":
        if not is_buffer(value):
            raise error("argument for 's' must be a bytes object")
        raw = raw_of(value)
        length = _tine.data("bytes_length", raw)
        return _tine.data("bytes_slice", raw, 0, count, 1, 2) + "\0" * max(count - length, 0)
    if letter == "c":
        raw = raw_of(value) if is_buffer(value) else ""
        if _tine.data("bytes_length", raw) != 1:
            raise error("char format requires a bytes object of length 1")
        return raw
    if letter == "?":
        return _tine.data("bytes_of_int", 1 if value else 0, 1, 0)
    if letter in "efd":
        if isinstance(value, str) or is_buffer(value):
            raise error("required argument is not a float")
        return _raw_of_float(float(value), width, layout)
    number = _whole(value)
    _check_range(layout, letter, width, number)
    return _tine.data("bytes_of_int", number, width, layout.is_big)


def pack(format, /, *v):
    layout = _Layout(format)
    if len(v) != len(layout.values):
        raise error(f"pack expected {len(layout.values)} items for packing (got {len(v)})")
    raw = ""
    end = 0
    for (letter, at, width, count), value in zip(layout.values, v):
        raw += "\0" * (at - end) + _packed(layout, letter, width, count, value)
        end = at + width * count
    return of_raw(raw + "\0" * (layout.size - end))


class Struct:
    def __init__(self, format):
        self.format = format
        self.size = calcsize(format)

    def unpack(self, buffer, /):
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer, /):
        return iter_unpack(self.format, buffer)

    def pack(self, *v):
        return pack(self.format, *v)

# Python's bytes and bytearray: text of the run whose bytes need not be characters.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
from _builtins import indices_of_slice

# As runtime/src/bytes.cpp numbers them.
_codings = {"utf-8": 0, "utf8": 0, "u8": 0, "ascii": 1, "us-ascii": 1, "latin-1": 2, "latin1": 2, "iso-8859-1": 2}
_ways = {"strict": 0, "replace": 1, "ignore": 2, "backslashreplace": 3}


@_tine.hidden
@_tine.record
class _Raw:
    """What bytes are made of."""

    def __init__(self, text):
        self.text = text


def of_raw(text):
    """The bytes of a text, whatever they are."""
    return bytes(_Raw(text))


def _coding(encoding):
    if not isinstance(encoding, str) or not _tine.is_known(encoding):
        _tine.unsupported("an encoding is a str that is known at compile time")
    name = encoding.lower().replace("_", "-")
    if name not in _codings:
        _tine.unsupported(f"the encoding {encoding!r} is not supported; UTF-8, ASCII and Latin-1 are")
    return _codings[name]


def _way(errors):
    if not isinstance(errors, str) or not _tine.is_known(errors) or errors not in _ways:
        _tine.unsupported("errors= can be 'strict', 'replace', 'ignore' or 'backslashreplace' here")
    return _ways[errors]


def encode(text, encoding="utf-8", errors="strict"):
    """str.encode()"""
    coding = _coding(encoding)
    way = _way(errors)
    if coding == 0:
        return of_raw(text)
    if way == 0:
        problem = _tine.data("bytes_encode_problem", text, coding)
        if problem != "":
            raise UnicodeEncodeError(problem)
    return of_raw(_tine.data("bytes_encode", text, coding, way))


def is_buffer(value):
    return isinstance(value, (bytes, bytearray))


def raw_of(value):
    """The bytes of an argument that must be some."""
    if is_buffer(value):
        return value._raw()
    if _tine.has_member(value, "tobytes"):
        return value.tobytes()._data
    raise TypeError(f"a bytes-like object is required, not '{type(value).__name__}'")


def _raw_of_int(value):
    if value < 0 or value > 255:
        raise ValueError("byte must be in range(0, 256)")
    return _tine.data("bytes_of_int", value, 1, 0)


def _raw_of_ints(items):
    if _tine.is_known(len(items)) and len(items) <= 64:
        raw = ""
        for item in items:
            if not isinstance(item, int):
                raise TypeError(f"'{type(item).__name__}' object cannot be interpreted as an integer")
            if item < 0 or item > 255:
                raise ValueError("bytes must be in range(0, 256)")
            raw += _tine.data("bytes_of_int", item, 1, 0)
        return raw
    if len(items) == 0:
        return ""
    import torch
    numbers = torch.tensor(items)
    if numbers.is_floating_point():
        raise TypeError("'float' object cannot be interpreted as an integer")
    if numbers.min() < 0 or numbers.max() > 255:
        raise ValueError("bytes must be in range(0, 256)")
    return _tine.bytes_of_tensor(numbers.to(torch.uint8))


def _raw_of_source(source, encoding, errors):
    if isinstance(source, _Raw):
        return source.text
    if isinstance(source, str):
        if encoding is None:
            raise TypeError("string argument without an encoding")
        return encode(source, encoding, "strict" if errors is None else errors)._data
    if source is None:
        return ""
    if is_buffer(source) or _tine.has_member(source, "tobytes"):
        return raw_of(source)
    if isinstance(source, int):
        if source < 0:
            raise ValueError("negative count")
        return "\0" * source
    return _raw_of_ints(list(source))


@_tine.hidden
@_tine.record
class _Octets:
    """What bytes and bytearray have alike."""

    _abstract = "Sequence ByteString"

    def _raw(self):
        return self._data

    def _like(self, raw):
        return type(self)(_Raw(raw))

    def __len__(self):
        return _tine.data("bytes_length", self._raw())

    def __iter__(self):
        return iter(_tine.data("bytes_ints", self._raw()))

    def _at(self, index, name):
        if not isinstance(index, int):
            raise TypeError(f"byte indices must be integers or slices, not {type(index).__name__}")
        found = _tine.data("bytes_at", self._raw(), index)
        if found < 0:
            raise IndexError(name)
        return found

    def _cut(self, cut):
        step = 1 if cut.step is None else cut.step
        if step == 0:
            raise ValueError("slice step cannot be zero")
        has = (0 if cut.start is None else 1) + (0 if cut.stop is None else 2)
        return self._like(_tine.data("bytes_slice", self._raw(), 0 if cut.start is None else cut.start,
                                     0 if cut.stop is None else cut.stop, step, has))

    def __contains__(self, item):
        if isinstance(item, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        return self.find(item) >= 0

    def __add__(self, other):
        if not is_buffer(other):
            raise TypeError(f"can't concat {type(other).__name__} to {type(self).__name__}")
        return self._like(self._raw() + other._raw())

    def __mul__(self, count):
        return self._like(self._raw() * count)

    __rmul__ = __mul__

    def __eq__(self, other):
        return is_buffer(other) and self._raw() == other._raw()

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self._raw() < other._raw()

    def __le__(self, other):
        return self._raw() <= other._raw()

    def __gt__(self, other):
        return self._raw() > other._raw()

    def __ge__(self, other):
        return self._raw() >= other._raw()

    def _part(self, part):
        """What is looked for: bytes, or the number of one."""
        if isinstance(part, int):
            return _raw_of_int(part)
        if isinstance(part, str):
            raise TypeError("argument should be integer or bytes-like object, not 'str'")
        return raw_of(part)

    def _has_no(self, start, end):
        """Whether the part from `start` to `end` is none, where not even b"" is found."""
        if start is None:
            return False
        length = len(self)
        low, high, step = indices_of_slice(slice(start, end), length)
        return start > length or low > high

    def _find(self, part, start, end, is_last):
        if self._has_no(start, end):
            return -1
        start, end, step = indices_of_slice(slice(start, end), len(self))
        return _tine.data("bytes_find", self._raw(), self._part(part), start, end, is_last)

    def find(self, sub, start=None, end=None, /):
        return self._find(sub, start, end, 0)

    def rfind(self, sub, start=None, end=None, /):
        return self._find(sub, start, end, 1)

    def index(self, sub, start=None, end=None, /):
        place = self.find(sub, start, end)
        if place < 0:
            raise ValueError("subsection not found")
        return place

    def rindex(self, sub, start=None, end=None, /):
        place = self.rfind(sub, start, end)
        if place < 0:
            raise ValueError("subsection not found")
        return place

    def count(self, sub, start=None, end=None, /):
        part = self._part(sub)
        if self._has_no(start, end):
            return 0
        inside = self[start:end]
        if part == "":
            return len(inside) + 1
        return len(_tine.data("bytes_split", inside._raw(), part, -1)) - 1

    def startswith(self, prefix, start=None, end=None, /):
        if self._has_no(start, end):
            return False
        inside = self if start is None and end is None else self[start:end]
        if isinstance(prefix, tuple):
            return any([inside.startswith(one) for one in prefix])
        raw = raw_of(prefix)
        return _tine.data("bytes_slice", inside._raw(), 0, _tine.data("bytes_length", raw), 1, 2) == raw

    def endswith(self, suffix, start=None, end=None, /):
        if self._has_no(start, end):
            return False
        inside = self if start is None and end is None else self[start:end]
        if isinstance(suffix, tuple):
            return any([inside.endswith(one) for one in suffix])
        raw = raw_of(suffix)
        place = len(inside) - _tine.data("bytes_length", raw)
        return place >= 0 and _tine.data("bytes_slice", inside._raw(), place, 0, 1, 1) == raw

    def removeprefix(self, prefix, /):
        return self[len(prefix):] if self.startswith(prefix) else self[:]

    def removesuffix(self, suffix, /):
        return self[:len(self) - len(suffix)] if self.endswith(suffix) else self[:]

    def _stripped(self, chars, sides):
        if chars is None:
            return self._like(_tine.data("bytes_strip", self._raw(), "", sides + 4))
        return self._like(_tine.data("bytes_strip", self._raw(), raw_of(chars), sides))

    def strip(self, bytes=None, /):
        return self._stripped(bytes, 3)

    def lstrip(self, bytes=None, /):
        return self._stripped(bytes, 1)

    def rstrip(self, bytes=None, /):
        return self._stripped(bytes, 2)

    def split(self, sep=None, maxsplit=-1):
        raw = "" if sep is None else raw_of(sep)
        if sep is not None and raw == "":
            raise ValueError("empty separator")
        return [self._like(part) for part in _tine.data("bytes_split", self._raw(), raw, maxsplit)]

    def splitlines(self, keepends=False):
        return [self._like(part) for part in _tine.data("bytes_lines", self._raw(), 1 if keepends else 0)]

    def partition(self, sep, /):
        place = self.find(sep)
        if place < 0:
            return self[:], self._like(""), self._like("")
        return self[:place], self._like(raw_of(sep)), self[place + len(sep):]

    def replace(self, old, new, count=-1, /):
        raw = raw_of(old)
        if raw == "":
            _tine.unsupported("replacing b'' is not supported")
        return self._like(raw_of(new).join(_tine.data("bytes_split", self._raw(), raw, count)))

    def join(self, iterable_of_bytes, /):
        return self._like(self._raw().join([raw_of(part) for part in iterable_of_bytes]))

    def hex(self, sep=""):
        return _tine.data("bytes_hex", self._raw(), sep if isinstance(sep, str) else sep.decode())

    def _lacking(self, *args, **kwargs):
        _tine.unsupported("this method of bytes is not supported; use decode(), the method of str and encode()")

    capitalize = center = expandtabs = isalnum = isalpha = isascii = isdigit = islower = isspace = istitle = isupper = _lacking
    ljust = lower = rjust = rpartition = rsplit = swapcase = title = translate = upper = zfill = fromhex = _lacking

    def _number_text(self):
        """What int() and float() read."""
        return self.decode("ascii", "backslashreplace")

    def decode(self, encoding="utf-8", errors="strict"):
        coding = _coding(encoding)
        way = _way(errors)
        if way == 0:
            problem = _tine.data("bytes_decode_problem", self._raw(), coding)
            if problem != "":
                raise UnicodeDecodeError(problem)
            if coding != 2:
                return self._raw()
        return _tine.data("bytes_decode", self._raw(), coding, way)


@_tine.record
class bytes(_Octets):
    def __init__(self, source=None, encoding=None, errors=None):
        # It is there where what comes raises an error, too.
        self._data = ""
        self._data = _raw_of_source(source, encoding, errors)

    def __getitem__(self, index):
        return self._cut(index) if isinstance(index, slice) else self._at(index, "index out of range")

    def __hash__(self):
        return hash(self._data)

    def __repr__(self):
        return _tine.data("bytes_repr", self._data)


class bytearray(_Octets):
    def __init__(self, source=None, encoding=None, errors=None):
        # It is there where what comes raises an error, too.
        self._data = ""
        self._is_shared = False
        self._data = _raw_of_source(source, encoding, errors)

    def _raw(self):
        self._check_own()
        return self._data

    def _check_own(self):
        if self._is_shared:
            _tine.unsupported("an array that frombuffer() made of this bytearray has its bytes; make the array of bytes() of it")

    def _share(self):
        """An array has the bytes from now on."""
        raw = self._raw()
        self._is_shared = True
        return raw

    def __getitem__(self, index):
        return self._cut(index) if isinstance(index, slice) else self._at(index, "bytearray index out of range")

    def __setitem__(self, index, value):
        raw = self._raw()
        if isinstance(index, slice):
            start, stop, step = indices_of_slice(index, len(self))
            if step != 1:
                _tine.unsupported("a slice of a bytearray is set without a step here")
            if isinstance(value, (int, str)):
                raise TypeError("can assign only bytes, buffers, or iterables of ints in range(0, 256)")
            part = _raw_of_source(value, None, None)
            self._data = (_tine.data("bytes_slice", raw, 0, start, 1, 2) + part
                          + _tine.data("bytes_slice", raw, max(start, stop), 0, 1, 1))
        else:
            byte = _raw_of_int(value)
            place = index + len(self) if index < 0 else index
            if place < 0 or place >= len(self):
                raise IndexError("bytearray index out of range")
            self._data = (_tine.data("bytes_slice", raw, 0, place, 1, 2) + byte
                          + _tine.data("bytes_slice", raw, place + 1, 0, 1, 1))

    def append(self, item, /):
        self._data = self._raw() + _raw_of_int(item)

    def extend(self, iterable_of_ints, /):
        if isinstance(iterable_of_ints, int):
            raise TypeError("can't extend bytearray with int")
        if isinstance(iterable_of_ints, str):
            raise TypeError("'str' object cannot be interpreted as an integer")
        self._data = self._raw() + _raw_of_source(iterable_of_ints, None, None)

    def __iadd__(self, other):
        self._data = self._raw() + raw_of(other)
        return self

    def clear(self):
        self._check_own()
        self._data = ""

    def copy(self):
        return bytearray(_Raw(self._raw()))

    def pop(self, index=-1, /):
        if len(self) == 0:
            raise IndexError("pop from empty bytearray")
        place = index + len(self) if index < 0 else index
        if place < 0 or place >= len(self):
            raise IndexError("pop index out of range")
        item = self[place]
        self[place:place + 1] = b""
        return item

    def __repr__(self):
        return f"bytearray({_tine.data('bytes_repr', self._raw())})"


def _order(byteorder):
    if byteorder != "big" and byteorder != "little":
        raise ValueError("byteorder must be either 'little' or 'big'")
    return 1 if byteorder == "big" else 0


def int_from_bytes(bytes, byteorder="big", *, signed=False):
    """int.from_bytes()"""
    raw = _raw_of_source(bytes, None, None)
    is_big = _order(byteorder)
    count = _tine.data("bytes_length", raw)
    number = _tine.data("bytes_int", raw, 0, count, is_big + (2 if signed else 0))
    if count > 8 or count == 8 and not signed and number < 0:
        raise OverflowError("ints have 64 bits here")
    return number


def int_to_bytes(number, length, byteorder, signed):
    is_big = _order(byteorder)
    if length < 0:
        raise ValueError("length argument must be non-negative")
    if number < 0 and not signed:
        raise OverflowError("can't convert negative int to unsigned")
    bits = length * 8 - (1 if signed else 0)
    if bits < 63:
        size = max(bits, 0)
        if number >= 1 << size or number < -(1 << size) or length == 0 and number != 0:
            raise OverflowError("int too big to convert")
    return of_raw(_tine.data("bytes_of_int", number, length, is_big))


def ord_of(value):
    """ord() of bytes"""
    if not is_buffer(value):
        raise TypeError(f"ord() expected string of length 1, but {type(value).__name__} found")
    if len(value) != 1:
        raise TypeError(f"ord() expected a character, but string of length {len(value)} found")
    return value[0]


def str_of(value, encoding, errors):
    """str() of bytes with an encoding"""
    if not is_buffer(value):
        raise TypeError(f"decoding to str: need a bytes-like object, {type(value).__name__} found")
    return value.decode("utf-8" if encoding is None else encoding, "strict" if errors is None else errors)


def tensor_of(raw, kind, count, offset, is_big):
    """The elements in bytes, which are there, as a tensor."""
    load = _tine.load_site("bytes", None)
    file = _tine.stored("load_bytes", raw, _tine.dtype_number(kind), count, offset, 1 if is_big else 0)
    return _tine.stored_tensor(file, 0, "", load, kind, 1, False)

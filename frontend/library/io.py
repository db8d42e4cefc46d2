# io: files of text and of bytes, by their number; both in memory.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _bytes
import _tine
import os
from _streams import Stream, items

SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2
DEFAULT_BUFFER_SIZE = 8192


def _checked(status):
    """What a request gives under a handler of its errors, if that is no error."""
    if status == -1001:
        raise UnicodeDecodeError(_tine.file("problem"))
    if status == -1002:
        raise ValueError(_tine.file("problem"))
    if status < 0:
        raise OSError(_tine.file("problem"))
    return status


def _is_caught():
    return _tine.is_caught("OSError") or _tine.is_caught("UnicodeDecodeError")


@_tine.hidden
@_tine.record
class _Opened(Stream):
    """What files of text and of bytes have alike."""

    def __init__(self, number, name, mode):
        self._number = number
        self.name = name
        self.mode = mode

    @property
    def closed(self):
        return _tine.file("is_open", self._number) == 0

    def readable(self):
        return self.mode[0] == "r"

    def writable(self):
        return self.mode[0] != "r"

    def seekable(self):
        return True

    def isatty(self):
        return False

    def _lacking(self, *args, **kwargs):
        _tine.unsupported("this method of a file is not supported here; files are read, written, closed, and their place asked for and set")

    peek = fileno = truncate = detach = readinto = _lacking

    def _advance(self):
        if _is_caught():
            found = _checked(_tine.file("try_advance", self._number))
            return found != 0
        return _tine.file("advance", self._number) != 0

    def _item(self):
        return self._made(_tine.file("line", self._number))

    def read(self, size=-1, /):
        count = -1 if size is None else size
        if _is_caught():
            _checked(_tine.file("try_read", self._number, count))
            return self._item()
        return self._made(_tine.file("read", self._number, count))

    def readline(self):
        more = self._advance()
        return self._made(_tine.file("line", self._number) if more else "")

    def readlines(self):
        return items(self)

    def _put(self, text):
        if _is_caught():
            _checked(_tine.file("try_write", self._number, text))
        else:
            _tine.file("write", self._number, text)

    def writelines(self, lines, /):
        for line in lines:
            self.write(line)

    def flush(self):
        if _is_caught():
            _checked(_tine.file("try_flush", self._number))
        else:
            _tine.file("flush", self._number)

    def close(self):
        if not _is_caught():
            _tine.file("close", self._number)
        elif self.mode.startswith("r"):
            # There is nothing that could not be written.
            _tine.file("try_close", self._number)
        else:
            _checked(_tine.file("try_close", self._number))

    def tell(self):
        if _is_caught():
            return _checked(_tine.file("try_tell", self._number))
        return _tine.file("tell", self._number)

    def seek(self, offset, whence=0, /):
        if _is_caught():
            return _checked(_tine.file("try_seek", self._number, offset, whence))
        return _tine.file("seek", self._number, offset, whence)

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.close()


@_tine.record
class TextIOWrapper(_Opened):
    _abstract = "IO TextIO"

    def __init__(self, number, name, mode):
        super().__init__(number, name, mode)
        self.encoding = "utf-8"
        self.errors = "strict"

    def __repr__(self):
        return f"<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding='utf-8'>"

    def _made(self, text):
        return text

    def write(self, text, /):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._put(text)
        return len(text)

    def reconfigure(self, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None):
        _check_text(encoding, errors)


@_tine.hidden
@_tine.record
class _Buffered(_Opened):
    _abstract = "IO BinaryIO"

    def _made(self, text):
        return _bytes.of_raw(text)

    read1 = _Opened.read

    def seek(self, offset, whence=0, /):
        if whence == 1:
            # What was read ahead is not behind the place.
            return super().seek(self.tell() + offset)
        return super().seek(offset, whence)

    def write(self, buffer, /):
        if isinstance(buffer, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        raw = _bytes.raw_of(buffer)
        self._put(raw)
        return _tine.data("bytes_length", raw)


@_tine.record
class BufferedReader(_Buffered):
    def __repr__(self):
        return f"<_io.BufferedReader name={self.name!r}>"


@_tine.record
class BufferedWriter(_Buffered):
    def __repr__(self):
        return f"<_io.BufferedWriter name={self.name!r}>"


def _check_text(encoding, errors):
    if encoding is not None and encoding.lower().replace("_", "-") not in ("utf-8", "utf8", "ascii", "locale"):
        _tine.unsupported(f"text files are UTF-8 here: say encoding='utf-8', not {encoding!r}")
    if errors is not None and errors != "strict":
        _tine.unsupported("what is no UTF-8 is an error here: errors='strict' is the only way to handle it")


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    if not _tine.is_known(mode):
        _tine.unsupported("the mode of open() must be known at compile time")
    kind = mode.replace("b" if "b" in mode else "t", "")
    if "+" in kind:
        _tine.unsupported("a file is opened to read or to write here, not for both")
    if kind not in ("r", "w", "a", "x"):
        raise ValueError(f"invalid mode: {mode!r}")
    if file is None:
        raise TypeError("expected str, bytes or os.PathLike object, not NoneType")
    if isinstance(file, int):
        _tine.unsupported("open() takes a path here")
    if "b" in mode:
        if encoding is not None or errors is not None or newline is not None:
            name = "encoding" if encoding is not None else "errors" if errors is not None else "newline"
            raise ValueError(f"binary mode doesn't take {'an' if name != 'newline' else 'a'} {name} argument")
        return _buffered(os.fspath(file), kind)
    _check_text(encoding, errors)
    if newline is not None and newline != "" and newline != "\n":
        _tine.unsupported("newline can be None, '' or '\\n' here")
    path = os.fspath(file)
    return TextIOWrapper(_number(path, kind, 0 if newline is None else 1 if newline == "" else 2), path, mode)


def _number(path, kind, newline):
    number = _tine.file("open", path, "rwax".index(kind), newline)
    if number < 0:
        os._fail(-number, path)
    return number


def _buffered(path, kind):
    number = _number(path, kind, 3)
    return BufferedReader(number, path, "rb") if kind == "r" else BufferedWriter(number, path, kind + "b")


def input(prompt="", /):
    _tine.file("write", 1, str(prompt))
    if _is_caught():
        found = _checked(_tine.file("try_advance", 0))
    else:
        found = _tine.file("advance", 0)
    if found == 0:
        raise EOFError("EOF when reading a line")
    return _tine.file("line", 0).removesuffix("\n")


@_tine.hidden
class _InMemory(Stream):
    """What StringIO and BytesIO have: `_line`, the last that was read, and `_place`."""

    def _item(self):
        return self._line

    def readline(self):
        self._advance()
        return self._line

    def readlines(self):
        return [line for line in self]

    def tell(self):
        return self._place

    def flush(self):
        pass

    close = flush

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        pass


class StringIO(_InMemory):
    """Text that is written, or read by lines."""

    def __init__(self, initial_value="", newline="\n"):
        self._text = initial_value
        self._place = 0
        self._line = ""

    def write(self, text, /):
        if self._place != len(self._text):
            _tine.unsupported("a StringIO is written at its end here")
        self._text += text
        self._place += len(text)
        return len(text)

    def getvalue(self):
        return self._text

    def read(self, size=-1, /):
        text = self._text[self._place:] if size is None or size < 0 else self._text[self._place:self._place + size]
        self._place += len(text)
        return text

    def _advance(self):
        end = self._text.find("\n", self._place)
        end = len(self._text) if end < 0 else end + 1
        self._line = self._text[self._place:end]
        self._place = end
        return self._line != ""

    def seek(self, offset, whence=0, /):
        self._place = offset if whence == 0 else len(self._text) + offset
        return self._place


class BytesIO(_InMemory):
    """Bytes that are written, or read."""

    def __init__(self, initial_bytes=b""):
        self._bytes = _bytes.of_raw(_bytes.raw_of(initial_bytes))
        self._place = 0
        self._line = b""

    def write(self, buffer, /):
        raw = _bytes.raw_of(buffer)
        count = _tine.data("bytes_length", raw)
        size = len(self._bytes)
        if self._place > size:
            self._bytes = self._bytes + b"\0" * (self._place - size)
        self._bytes = self._bytes[:self._place] + _bytes.of_raw(raw) + self._bytes[self._place + count:]
        self._place += count
        return count

    def getvalue(self):
        return self._bytes

    getbuffer = getvalue

    def read(self, size=-1, /):
        data = self._bytes[self._place:] if size is None or size < 0 else self._bytes[self._place:self._place + size]
        self._place += len(data)
        return data

    def _advance(self):
        end = self._bytes.find(b"\n", self._place)
        end = len(self._bytes) if end < 0 else end + 1
        self._line = self._bytes[self._place:end]
        self._place += len(self._line)
        return len(self._line) > 0

    def seek(self, offset, whence=0, /):
        base = 0 if whence == 0 else self._place if whence == 1 else len(self._bytes)
        if whence == 0 and offset < 0:
            raise ValueError(f"negative seek value {offset}")
        self._place = max(base + offset, 0)
        return self._place

    def readable(self):
        return True

    writable = seekable = readable

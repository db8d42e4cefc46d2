# io: text files, by their number.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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


@_tine.record
class TextIOWrapper(Stream):
    _abstract = "IO TextIO"

    def __init__(self, number, name, mode):
        self._number = number
        self.name = name
        self.mode = mode
        self.encoding = "utf-8"
        self.errors = "strict"

    def __repr__(self):
        return f"<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding='utf-8'>"

    @property
    def closed(self):
        return _tine.file("is_open", self._number) == 0

    def readable(self):
        return self.mode[0] == "r"

    def writable(self):
        return self.mode[0] != "r"

    def isatty(self):
        return False

    def _advance(self):
        if _is_caught():
            found = _checked(_tine.file("try_advance", self._number))
            return found != 0
        return _tine.file("advance", self._number) != 0

    def _item(self):
        return _tine.file("line", self._number)

    def read(self, size=-1, /):
        points = -1 if size is None else size
        if _is_caught():
            _checked(_tine.file("try_read", self._number, points))
            return _tine.file("line", self._number)
        return _tine.file("read", self._number, points)

    def readline(self):
        more = self._advance()
        return _tine.file("line", self._number) if more else ""

    def readlines(self):
        return items(self)

    def write(self, text, /):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if _is_caught():
            _checked(_tine.file("try_write", self._number, text))
        else:
            _tine.file("write", self._number, text)
        return len(text)

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

    def reconfigure(self, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None):
        _check_text(encoding, errors)

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.close()


def _check_text(encoding, errors):
    if encoding is not None and encoding.lower().replace("_", "-") not in ("utf-8", "utf8", "ascii", "locale"):
        _tine.unsupported(f"text files are UTF-8 here: say encoding='utf-8', not {encoding!r}")
    if errors is not None and errors != "strict":
        _tine.unsupported("what is no UTF-8 is an error here: errors='strict' is the only way to handle it")


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    if not _tine.is_known(mode):
        _tine.unsupported("the mode of open() must be known at compile time")
    if "b" in mode:
        _tine.unsupported("files of bytes are not supported: open them as text, or read arrays by np.load and torch.load")
    kind = mode.replace("t", "")
    if "+" in kind:
        _tine.unsupported("a file is opened to read or to write here, not for both")
    if kind not in ("r", "w", "a", "x"):
        raise ValueError(f"invalid mode: {mode!r}")
    if file is None:
        raise TypeError("expected str, bytes or os.PathLike object, not NoneType")
    if isinstance(file, int):
        _tine.unsupported("open() takes a path here")
    _check_text(encoding, errors)
    if newline is not None and newline != "" and newline != "\n":
        _tine.unsupported("newline can be None, '' or '\\n' here")
    path = os.fspath(file)
    number = _tine.file("open", path, "rwax".index(kind), 0 if newline is None else 1 if newline == "" else 2)
    if number < 0:
        os._fail(-number, path)
    return TextIOWrapper(number, path, mode)


def input(prompt="", /):
    _tine.file("write", 1, str(prompt))
    if _is_caught():
        found = _checked(_tine.file("try_advance", 0))
    else:
        found = _tine.file("advance", 0)
    if found == 0:
        raise EOFError("EOF when reading a line")
    return _tine.file("line", 0).removesuffix("\n")


class StringIO(Stream):
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

    def _item(self):
        return self._line

    def readline(self):
        self._advance()
        return self._line

    def readlines(self):
        return [line for line in self]

    def seek(self, offset, whence=0, /):
        self._place = offset if whence == 0 else len(self._text) + offset
        return self._place

    def tell(self):
        return self._place

    def flush(self):
        pass

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        pass

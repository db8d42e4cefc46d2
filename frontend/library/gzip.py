# gzip: files that are read whole.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import io
import os

import _tine
from _bytes import of_raw, raw_of


class BadGzipFile(OSError):
    pass


@_tine.record
class GzipFile(io._Buffered):
    """What a file holds, in memory."""

    def __repr__(self):
        return f"<gzip _io.BufferedReader name={self.name!r}>"


def decompress(data):
    raw = raw_of(data)
    found = _tine.data("bytes_gunzip", raw)
    if not found.startswith("1"):
        head = of_raw(raw)[:2]
        if head != b"\x1f\x8b":
            raise BadGzipFile(f"Not a gzipped file ({head!r})")
        problem = _tine.data("bytes_slice", found, 1, 0, 1, 1)
        if problem.startswith("Compressed"):
            raise EOFError(problem)
        raise BadGzipFile(problem)
    return of_raw(_tine.data("bytes_slice", found, 1, 0, 1, 1))


def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    if mode not in ("r", "rb", "rt"):
        _tine.unsupported("gzip files are read here: write the bytes themselves by open(..., 'wb')")
    f = io.open(filename, "rb")
    data = decompress(f.read())
    f.close()
    name = os.fspath(filename)
    if mode == "rt":
        io._check_text(encoding, errors)
        return io.TextIOWrapper(_tine.file("of_bytes", data._data, 0), name, mode)
    return GzipFile(_tine.file("of_bytes", data._data, 3), name, "rb")

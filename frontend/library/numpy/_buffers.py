# numpy: arrays of bytes.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
from _bytes import raw_of, tensor_of
from numpy._arrays import ndarray
from numpy._operands import _itemsize, _type, dtype


def _plain(kind):
    """The type of torch, and whether the first byte of an element is the greatest."""
    if isinstance(kind, str) and kind != "" and kind[0] in "<>=|":
        return _type(kind[1:]), kind[0] == ">"
    if isinstance(kind, dtype):
        return kind._type, kind._is_big
    return _type(kind), False


@_tine.record
class _big(ndarray):
    """Of elements whose first byte is the greatest. They are here as all others are, and only `dtype`
    would tell."""

    @property
    def dtype(self):
        _tine.unsupported("the dtype of an array whose elements are big-endian is not that of one in memory here; convert it by astype()")

    def __repr__(self):
        return self.dtype

    def __getitem__(self, index):
        part = ndarray(self._t)[index]
        return _big(part._t) if isinstance(part, ndarray) else part

    def reshape(self, *shape, order="C"):
        return _big(self._t.reshape(*shape))


def frombuffer(buffer, dtype=float, count=-1, offset=0, *, like=None):
    if isinstance(buffer, ndarray):
        _tine.unsupported("np.frombuffer takes bytes; of an array write view() or copy()")
    raw = buffer._share() if isinstance(buffer, bytearray) else raw_of(buffer)
    kind, is_big = _plain(dtype)
    width = _itemsize(kind)
    size = _tine.data("bytes_length", raw)
    if offset < 0 or offset > size:
        raise ValueError(f"offset must be non-negative and no greater than buffer length ({size})")
    if count < 0:
        if (size - offset) % width != 0:
            raise ValueError("buffer size must be a multiple of element size")
        number = (size - offset) // width
    else:
        if count > (size - offset) // width:
            raise ValueError("buffer is smaller than requested size")
        number = count
    t = tensor_of(raw, kind, number, offset, is_big)
    if isinstance(buffer, bytes):
        # The array cannot be written to.
        t = _tine.instead_of_view(t, t)
    return _big(t) if is_big else ndarray(t)


def from_open_file(file, dtype, count, offset):
    """np.fromfile of a file of bytes."""
    kind, is_big = _plain(dtype)
    width = _itemsize(kind)
    if offset != 0:
        file.seek(offset, 1)
    data = file.read(count * width if count >= 0 else -1)._data
    t = tensor_of(data, kind, _tine.data("bytes_length", data) // width, 0, is_big)
    return _big(t) if is_big else ndarray(t)

# numpy: arrays in files.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import io
import numpy
import torch
from _files import need, path_of
from numpy._arrays import ndarray
from numpy._buffers import _plain, from_open_file
from numpy._operands import _tensor, _type
from numpy._operands import dtype as _dtype_class
from torch._stored import Stored


def _read(file, node, name, load, dtype):
    """The array at a node, converted to `dtype` unless that is None: what is not known of its type is
    learned of what the program does with it."""
    known = _tine.load_dtype(load) if dtype is None else dtype
    rank = _tine.load_rank(load)
    if known is None or rank is None:
        return _unread(file, node, name, load, dtype, None)
    return ndarray(_tine.stored_tensor(file, node, name, load, known, rank, dtype is not None))


@_tine.hidden
@_tine.unread
class _unread(ndarray):
    """An array, or several of a .npz file, whose dtype or number of dimensions is not known yet."""

    def __init__(self, file, node, name, load, dtype, sizes):
        self._file = file
        self._node = node
        self._name = name
        self._load = load
        self._dtype = dtype
        self._sizes = sizes

    @property
    def _t(self):
        return _tine.need_load(self._load, self._dtype is not None)

    def _known_dtype(self):
        return _tine.load_dtype(self._load) if self._dtype is None else self._dtype

    @property
    def dtype(self):
        known = self._known_dtype()
        return _dtype_class(self._t.dtype if known is None else known)

    @property
    def ndim(self):
        known = _tine.load_rank(self._load)
        return self._t.ndim if known is None else known

    @property
    def shape(self):
        known = _tine.load_rank(self._load)
        if known is None:
            return tuple(self._t.shape)
        return tuple([_tine.stored("size", self._file, self._node, i) for i in range(known)])

    def astype(self, dtype, copy=True):
        if self._sizes is not None:
            return ndarray(self._flat(_type(dtype), True)).reshape(*self._sizes)
        return _read(self._file, self._node, self._name, self._load, _type(dtype))

    def _flat(self, dtype, converts):
        return _tine.stored_tensor(self._file, self._node, self._name, self._load, dtype, None, converts)

    def reshape(self, *shape, order="C"):
        known = self._known_dtype()
        if known is None:
            return _unread(self._file, self._node, self._name, self._load, None, shape)
        return ndarray(self._flat(known, self._dtype is not None)).reshape(*shape)

    def ravel(self):
        return self.reshape(-1)

    flatten = ravel

    def _converted(self, dtype):
        return self.astype(dtype)

    def _as_tensor(self):
        return self._t if self._sizes is not None else Stored(self._file, self._node, self._name, self._load, self._dtype, None)

    # Of a .npz file.

    @property
    def files(self):
        return [_tine.stored("text", self._file, _tine.stored("key", self._file, self._node, i), "a key")
                for i in range(_tine.stored("length", self._file, self._node))]

    def keys(self):
        return self.files

    def __contains__(self, key):
        if not isinstance(key, str):
            return key in ndarray(self._t)
        return _tine.stored("find", self._file, self._node, key) >= 0

    def __getitem__(self, key):
        if isinstance(key, tuple) and len(key) == 2 and _tine.load_format(self._load) == "text":
            # An array of text has two dimensions at most.
            _tine.expect_rank(self._load, 2)
        if not isinstance(key, str):
            return ndarray(self._t)[key]
        node = _tine.stored("find", self._file, self._node, key)
        if node < 0:
            raise KeyError(f"{key} is not a file in the archive")
        return _read(self._file, node, f"'{key}'", _tine.load_site("numpy", _tine.load_path(self._load), key), None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        pass

    def close(self):
        pass


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII", *, max_header_size=10000):
    path = path_of(file)
    if mmap_mode is not None:
        _tine.unsupported("'np.load' does not map files; leave mmap_mode out")
    need(path)
    return _read(_tine.stored("load_numpy", path), 0, "", _tine.load_site("numpy", path), None)


def _columns(usecols):
    if usecols is None:
        return ""
    return ",".join([str(c) for c in ([usecols] if isinstance(usecols, int) else usecols)])


def _read_text(path, delimiter, comments, usecols, dtype, skipped, most, ndmin, unpack, lenient):
    path = path_of(path)
    need(path)
    kind = _type(dtype)
    if kind == torch.bool or kind == torch.uint8:
        _tine.unsupported("numbers in text can be read as floats or ints here; convert them with astype")
    given = ("" if delimiter is None else delimiter, comments, _columns(usecols), _tine.dtype_number(kind), skipped,
             -1 if most is None else most, ndmin, lenient)
    file = _tine.stored("load_text", path, *given)
    load = _tine.load_site("text", path, *given)
    if ndmin == 2:
        _tine.expect_rank(load, 2)
    array = _read(file, 0, "", load, kind)
    return array.T if unpack else array


def loadtxt(fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0, encoding=None, max_rows=None, *,
            quotechar=None, like=None):
    if converters is not None or quotechar is not None:
        _tine.unsupported("'np.loadtxt' with converters or quotechar is not supported; use the module csv")
    return _read_text(fname, delimiter, "" if comments is None else comments, usecols, dtype, skiprows, max_rows, ndmin, unpack, 0)


def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, skip_footer=0, converters=None, missing_values=None, filling_values=None,
               usecols=None, names=None, unpack=False, max_rows=None, encoding=None, *, ndmin=0):
    if skip_footer != 0 or converters is not None or missing_values is not None or names is not None or dtype is None:
        _tine.unsupported("'np.genfromtxt' takes delimiter, comments, skip_header, usecols, max_rows, filling_values and a dtype here")
    array = _read_text(fname, delimiter, comments, usecols, dtype, skip_header, max_rows, ndmin, unpack, 1)
    if filling_values is not None:
        return numpy.where(numpy.isnan(array), filling_values, array)
    return array


def fromfile(file, dtype=float, count=-1, sep="", offset=0):
    if isinstance(file, io._Buffered) and sep == "":
        return from_open_file(file, dtype, count, offset)
    path = path_of(file)
    if sep != "":
        _tine.unsupported("'np.fromfile' reads bytes here; for text use np.loadtxt")
    need(path)
    kind, is_big = _plain(dtype)
    if is_big:
        _tine.unsupported("big-endian elements of a file are read by np.fromfile(open(path, 'rb'), ...)")
    load = _tine.load_site("raw", path)
    _tine.expect_rank(load, 1)
    return _read(_tine.stored("load_raw", path, _tine.dtype_number(kind), count, offset), 0, "", load, kind)


# Saving.


def _with_end(file, end):
    path = path_of(file)
    return path if path.endswith(end) else path + end


def save(file, arr, allow_pickle=True, fix_imports=True):
    _tine.save_file("npy", _with_end(file, ".npy"), _tensor(arr))


def _save_all(kind, file, args, arrays):
    for i, arr in enumerate(args):
        if f"arr_{i}" in arrays:
            raise ValueError(f"Cannot use un-named variables and keyword arr_{i}")
    entries = []
    for name, arr in arrays.items():
        entries += [name, _tensor(arr)]
    for i, arr in enumerate(args):
        entries += [f"arr_{i}", _tensor(arr)]
    _tine.save_file(kind, _with_end(file, ".npz"), *entries)


def savez(file, *args, allow_pickle=True, **kwds):
    _save_all("npz", file, args, kwds)


def savez_compressed(file, *args, allow_pickle=True, **kwds):
    _save_all("npz_packed", file, args, kwds)


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# ", encoding=None):
    t = _tensor(X)
    if t.dim() == 0 or t.dim() > 2:
        raise ValueError(f"Expected 1D or 2D array, got {t.dim()}D array instead")
    row = fmt if isinstance(fmt, str) else delimiter.join(list(fmt))
    if row.count("%") > 1 and isinstance(fmt, str):
        delimiter = ""
    front = "" if header == "" else comments + header.replace("\n", "\n" + comments) + newline
    behind = "" if footer == "" else comments + footer.replace("\n", "\n" + comments) + newline
    _tine.save_file("text", path_of(fname), t, row, delimiter, newline, front, behind)

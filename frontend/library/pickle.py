# pickle: data of files, of which nothing is executed.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from _bytes import is_buffer, of_raw, raw_of

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4

# What is under a key in the files of CIFAR.
_arrays = {"data": 2}
_ints = ("labels", "fine_labels", "coarse_labels")
_texts = ("filenames", "label_names", "fine_label_names", "coarse_label_names")
_numbers = ("num_cases_per_batch", "num_vis")


class UnpicklingError(Exception):
    pass


@_tine.hidden
@_tine.record
class _Loaded:
    """A dict of a pickle: what is under the keys of CIFAR's files has a type that is known."""

    def __init__(self, file):
        self._file = file

    def _find(self, key):
        if is_buffer(key):
            return _tine.stored("find_bytes", self._file, 0, key._data)
        if isinstance(key, str):
            return _tine.stored("find", self._file, 0, key)
        _tine.unsupported("a key of a loaded pickle is a str or bytes here")

    def __contains__(self, key):
        return self._find(key) >= 0

    def __len__(self):
        return _tine.stored("length", self._file, 0)

    def __getitem__(self, key):
        name = key._data if is_buffer(key) else key
        if not _tine.is_known(name):
            _tine.unsupported("a key of a loaded pickle must be known at compile time")
        node = self._find(key)
        if node < 0:
            raise KeyError(key)
        return self._at(node, name, f"[{key!r}]", is_buffer(key))

    def get(self, key, default=None):
        if default is None:
            return self[key]
        return self[key] if key in self else default

    def _at(self, node, name, place, is_old):
        file = self._file
        if name in _arrays:
            load = _tine.load_site("pickle", None)
            return _array(_tine.stored_tensor(file, node, place, load, torch.uint8, _arrays[name], False))
        if name in _numbers:
            return _tine.stored("int", file, node, place)
        if name == "batch_label":
            return self._text(node, place, is_old)
        count = _tine.stored("length", file, node)
        if name in _ints:
            return [_tine.stored("int", file, _tine.stored("item", file, node, i), place) for i in range(count)]
        if name in _texts:
            return [self._text(_tine.stored("item", file, node, i), place, is_old) for i in range(count)]
        _tine.unsupported(f"pickles are read as batches of CIFAR, whose keys are 'data', 'labels', 'filenames' and the like, not {name!r}; "
                          "save other data by np.savez, torch.save or json")

    def _text(self, node, place, is_old):
        if is_old:
            return of_raw(_tine.stored("bytes", self._file, node, place))
        return _tine.stored("text", self._file, node, place)

    def _walked(self):
        _tine.unsupported("a loaded pickle is read by its keys here")

    keys = values = items = __iter__ = __repr__ = _walked


def _array(t):
    import numpy
    return numpy.ndarray(t)


def _read(raw, name, encoding):
    if encoding not in ("bytes", "ASCII", "latin1", "latin-1"):
        _tine.unsupported("encoding= of a pickle can be 'bytes', 'latin1' or 'ASCII' here")
    return _Loaded(_tine.stored("load_pickle", raw, name, 0 if encoding == "bytes" else 1 if encoding == "ASCII" else 2))


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    return _read(raw_of(file.read()), file.name if hasattr(file, "name") else "pickle", encoding)


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    return _read(raw_of(data), "pickle", encoding)


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    _tine.unsupported("pickles are not written; save arrays by np.savez, tensors and what holds them by torch.save, other data by json")


dumps = dump

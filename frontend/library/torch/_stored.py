# torch: what a loaded file holds, and files that are saved.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from typing import List

import _tine
import io
import torch
from _files import need, path_of

_NONE, _BOOL, _INT, _FLOAT, _TEXT, _LIST, _DICT, _TENSOR = range(8)


def _read_as(file, node, name, load, known, device):
    """The value at a node, of a type that is known (builtins/SavePatterns.cpp has their names)."""
    kind = known[0]
    if kind == "none":
        return None
    if kind == "int" or kind == "float" or kind == "bool":
        return _tine.stored(kind, file, node, name)
    if kind == "str":
        return _tine.stored("text", file, node, name)
    if kind == "number":
        return _tine.stored("int", file, node, name) if _tine.stored("kind", file, node) == _INT else _tine.stored("float", file, node, name)
    if kind == "tensor":
        return _on(_tine.stored_tensor(file, node, name, load, known[1], known[2], False), device)
    if kind == "list":
        return [_read_as(file, _tine.stored("item", file, node, i), name, load, known[1], device)
                for i in range(_tine.stored("length", file, node))]
    if kind == "tuple":
        return tuple([_read_as(file, _tine.stored("item", file, node, i), f"{name}[{i}]", load, part, device)
                      for i, part in enumerate(known[1])])
    if kind == "map":
        return {_read_as(file, _tine.stored("key", file, node, i), name, load, known[1], device):
                _read_as(file, _tine.stored("entry", file, node, i), name, load, known[2], device)
                for i in range(_tine.stored("length", file, node))}
    if kind == "optional":
        return None if _tine.stored("kind", file, node) == _NONE else _read_as(file, node, name, load, known[1], device)


def _on(tensor, device):
    return tensor if device is None else tensor.to(device)


def _value(file, node, name, load, device):
    known = _tine.saved_type(name, load)
    if known is not None and known[0] != "any" and known[0] != "dict":
        return _read_as(file, node, name, load, known, device)
    dtype = _tine.load_dtype(load)
    rank = _tine.load_rank(load)
    if dtype is None or rank is None:
        return Stored(file, node, name, load, None, device)
    return _on(_tine.stored_tensor(file, node, name, load, dtype, rank, False), device)


@_tine.hidden
@_tine.record
@_tine.unread
@_tine.stored_value
class Stored:
    """What a file holds at a node. Its type is learned of what the program does with it."""

    def __init__(self, file, node, name, load, dtype, device):
        self._file = file
        self._node = node
        self._name = name
        self._load = load
        self._dtype = dtype
        self._device = device

    def _kind(self):
        return _tine.stored("kind", self._file, self._node)

    # Of a dict or list.

    def _find(self, key):
        if isinstance(key, str):
            return _tine.stored("find", self._file, self._node, key)
        if isinstance(key, int):
            found = _tine.stored("item", self._file, self._node, key)
            return found if found >= 0 else _tine.stored("find_int", self._file, self._node, key)
        return _tine.need_value(self._load)

    def _at(self, node, key):
        name = f"{self._name}[{key!r}]"
        return _value(self._file, node, name, _tine.load_inside(self._load, key), self._device)

    def __getitem__(self, key):
        node = self._find(key)
        if node < 0:
            raise KeyError(key)
        return self._at(node, key)

    def get(self, key, default=None):
        node = self._find(key)
        load = _tine.load_inside(self._load, key)
        name = f"{self._name}[{key!r}]"
        if _tine.saved_type(name, load) is None and isinstance(default, (bool, int, float, str)):
            # It is of the type of its default.
            kind = type(default).__name__
            return _read_as(self._file, node, name, load, (kind,), None) if node >= 0 else default
        return _value(self._file, node, name, load, self._device) if node >= 0 else default

    def __contains__(self, key):
        return self._find(key) >= 0

    def __len__(self):
        return _tine.stored("length", self._file, self._node)

    def _keys(self):
        return [_tine.stored("text", self._file, _tine.stored("key", self._file, self._node, i), "a key")
                for i in range(_tine.stored("length", self._file, self._node))]

    def keys(self):
        return {key: 0 for key in self._keys()}.keys()

    def __iter__(self):
        return iter(self._keys())

    def items(self):
        _tine.unsupported("a walk over the values of a loaded file is not supported; its keys() can be walked over, and read by their names")

    values = items

    # Of a number or text.

    def __int__(self):
        return int(_tine.stored("float", self._file, self._node, self._name)) if self._kind() == _FLOAT else _tine.stored("int", self._file, self._node, self._name)

    def __float__(self):
        return _tine.stored("float", self._file, self._node, self._name)

    def __str__(self):
        kind = self._kind()
        if kind == _NONE:
            return "None"
        if kind == _BOOL:
            return str(_tine.stored("bool", self._file, self._node, self._name))
        if kind == _INT:
            return str(_tine.stored("int", self._file, self._node, self._name))
        if kind == _FLOAT:
            return str(_tine.stored("float", self._file, self._node, self._name))
        return _tine.stored("text", self._file, self._node, self._name)

    def __repr__(self):
        return repr(str(self)) if self._kind() == _TEXT else str(self)

    def __eq__(self, other):
        kind = self._kind()
        if isinstance(other, str):
            return str(self) == other if kind == _TEXT else False
        if isinstance(other, (bool, int, float)):
            return float(self) == other if kind == _INT or kind == _FLOAT else False
        if other is None:
            return kind == _NONE
        return _tine.need_value(self._load)

    def __ne__(self, other):
        return not self == other

    def _needed(self, *others):
        return _tine.need_value(self._load)

    __bool__ = __index__ = __hash__ = __call__ = _needed
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _needed
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __matmul__ = __rmatmul__ = _needed
    __neg__ = __abs__ = __lt__ = __le__ = __gt__ = __ge__ = _needed

    # Of a tensor.

    @property
    def _t(self):
        return _tine.need_load(self._load, self._dtype is not None)

    @property
    def ndim(self):
        known = _tine.load_rank(self._load)
        return self._t.ndim if known is None else known

    def dim(self):
        return self.ndim

    @property
    def shape(self):
        known = _tine.load_rank(self._load)
        if known is None:
            return self._t.shape
        return torch.Size([_tine.stored("size", self._file, self._node, i) for i in range(known)])

    def _known_dtype(self):
        return _tine.load_dtype(self._load) if self._dtype is None else self._dtype

    @property
    def dtype(self):
        known = self._known_dtype()
        return self._t.dtype if known is None else known

    def __getattr__(self, name):
        return getattr(self._t, name)

    def _converted(self, dtype):
        rank = _tine.load_rank(self._load)
        if rank is None:
            return Stored(self._file, self._node, self._name, self._load, dtype, self._device)
        return _on(_tine.stored_tensor(self._file, self._node, self._name, self._load, dtype, rank, True), self._device)

    def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False):
        for arg in args:
            if isinstance(arg, torch.dtype):
                dtype = arg
            else:
                device = arg
        found = self._t if dtype is None else self._converted(dtype)
        return found if device is None else found.to(device)

    def float(self):
        return self._converted(torch.float32)

    def double(self):
        return self._converted(torch.float64)

    def half(self):
        return self._converted(torch.float16)

    def long(self):
        return self._converted(torch.int64)

    def int(self):
        return self._converted(torch.int32)

    def bool(self):
        return self._converted(torch.bool)

    def _flat(self):
        dtype = self._known_dtype()
        if dtype is None:
            return self._t
        return _on(_tine.stored_tensor(self._file, self._node, self._name, self._load, dtype, None, self._dtype is not None), self._device)

    def reshape(self, *shape):
        return self._flat().reshape(*shape)

    view = reshape

    def flatten(self):
        return self._flat().flatten()


def load(f, map_location=None, pickle_module=None, *, weights_only=True, mmap=None, **options):
    """A file of torch.save; nothing in it is executed, whatever `weights_only` says."""
    if pickle_module is not None:
        _tine.unsupported("a file is read without pickle; leave pickle_module out")
    if isinstance(f, io._Buffered):
        if f.tell() != 0:
            raise NotImplementedError("a checkpoint is loaded from the beginning of a file here")
        path = f.name
        f.seek(0, 2)
    else:
        path = path_of(f)
    need(path)
    device = None
    if isinstance(map_location, (str, torch.device)):
        device = None if torch.device(map_location) == torch.device("cpu") else map_location
    elif isinstance(map_location, dict):
        _tine.unsupported("map_location can be a device here")
    return _value(_tine.stored("load_torch", path), 0, "", _tine.load_site("torch", path), device)


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    path = path_of(f)
    cut = path.rfind("/")
    if cut > 0:
        if _tine.system("path_kind", path[:cut]) != 2:
            raise RuntimeError(f"Parent directory {path[:cut]} does not exist.")
    _tine.save(path, obj)


# State dicts.


def load_into(module, stored, strict):
    """Gives a module the tensors of a loaded dict; what was missing, and what was too much."""
    lines = []
    own = []
    _describe(module, "", lines, own)
    expected = "".join(lines)
    name = stored._name
    errors = _tine.stored("state_errors", stored._file, stored._node, expected, strict, name)
    if errors != "":
        raise RuntimeError(f"Error(s) in loading state_dict for {module._get_name()}:\n\t{errors}")
    with torch.no_grad():
        for key, value, may_be_missing in tuple(own):
            node = _tine.stored("find", stored._file, stored._node, key)
            if strict and not may_be_missing:
                value.copy_(_tine.stored_like(stored._file, node, f"'{key}'", value))
            elif node >= 0:
                value.copy_(_tine.stored_like(stored._file, node, f"'{key}'", value))
    missing: List[str] = []
    unexpected: List[str] = []
    if strict:
        return missing, unexpected
    return (_lines(_tine.stored("missing_keys", stored._file, stored._node, expected, name)),
            _lines(_tine.stored("unexpected_keys", stored._file, stored._node, expected, name)))


def _lines(text):
    return [line for line in text.split("\n") if line != ""]


def _describe(module, prefix, lines, own):
    """A line for each module and tensor, as tine_abi_stored_state_errors takes them."""
    if hasattr(module, "set_extra_state"):
        _tine.unsupported("a module with an extra state cannot take it from a file")
    members = _tine.members(module)
    left_out = module._left_out_of_state()
    lines.append(f"M {prefix}\n")
    values = [(name, value) for name, value in members if _tine.is_parameter(value)]
    values += [(name, value) for name, value in members if _tine.is_buffer(value) and name not in left_out]
    for name, value in values:
        is_counter = name == "num_batches_tracked"
        sizes = "".join([f"{size}," for size in value.shape])
        lines.append(f"{'B' if is_counter else 'T'} {sizes} {prefix}{name}\n")
        own.append((prefix + name, value, is_counter))
    for name, value in members:
        if _tine.is_module(value):
            _describe(value, prefix + name + ".", lines, own)


# Values of the type that others have.


def read_like(stored, node, name, example):
    """What a file holds at a node, of the type that `example` has; what is None or a flag there is the
    same here."""
    file = stored._file
    where = f"{stored._name}{name}"
    if isinstance(example, torch.Tensor):
        return _tine.stored_like(file, node, where, example)
    if isinstance(example, bool):
        _check_same(_tine.stored("bool", file, node, where) == example, where, example)
        return example
    if isinstance(example, int):
        return _tine.stored("int", file, node, where)
    if isinstance(example, float):
        return _tine.stored("float", file, node, where)
    if isinstance(example, str):
        _check_same(_tine.stored("text", file, node, where) == example, where, example)
        return example
    if example is None:
        _check_same((_tine.stored("kind", file, node) if node >= 0 else _NONE) == _NONE, where, example)
        return None
    if isinstance(example, (list, tuple)):
        count = len(example)
        if _tine.stored("length", file, node) != count:
            raise ValueError(f"loaded state: {where} has another length than here, where it is {count}")
        values = [read_like(stored, _tine.stored("item", file, node, i), f"{name}[{i}]", item)
                  for i, item in enumerate(example)]
        return tuple(values) if isinstance(example, tuple) else values
    if isinstance(example, dict):
        return {key: read_like(stored, _tine.stored("find", file, node, key) if isinstance(key, str) else _tine.stored("find_int", file, node, key),
                               f"{name}[{key!r}]", value)
                for key, value in example.items()}
    _tine.unsupported("a value of type '" + type(example).__name__ + "' cannot be taken from a file")


def _check_same(holds, where, example):
    if not holds:
        raise ValueError(f"loaded state: {where} is not {example!r}, for which this program was compiled")

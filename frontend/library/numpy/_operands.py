# numpy: the types of elements, and how operands become tensors and results arrays.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import numpy
import torch

_names = {"float32": torch.float32, "float64": torch.float64, "float": torch.float64, "double": torch.float64, "f4": torch.float32, "f8": torch.float64,
          "f": torch.float32, "d": torch.float64, "int64": torch.int64, "int": torch.int64, "long": torch.int64, "int32": torch.int32, "int16": torch.int16,
          "int8": torch.int8, "i1": torch.int8, "i2": torch.int16, "f2": torch.float16, "float16": torch.float16, "i8": torch.int64, "i4": torch.int32, "i": torch.int32, "l": torch.int64, "uint8": torch.uint8, "u1": torch.uint8,
          "bool": torch.bool, "?": torch.bool}


def _type(kind):
    """The dtype of torch that NumPy's type, its name, or a class of Python stands for."""
    if isinstance(kind, dtype):
        if kind._is_big:
            _tine.unsupported("big-endian elements are read by np.frombuffer and np.fromfile alone")
        return kind._type
    if isinstance(kind, str):
        if kind not in _names:
            _tine.unsupported(f"arrays of the type {kind!r} are not supported")
        return _names[kind]
    if kind is float:
        return torch.float64
    if kind is int:
        return torch.int64
    if kind is bool:
        return torch.bool
    if _tine.is_class(kind):
        return kind._type
    return kind


class dtype:
    """The type of the elements of an array."""

    def __init__(self, type, _is_big=False):
        is_big = isinstance(type, str) and type.startswith(">")
        self._type = _type(type[1:] if is_big or isinstance(type, str) and type[:1] in ("<", "=", "|") else type)
        self._is_big = (is_big or _is_big) and _itemsize(self._type) > 1

    def newbyteorder(self, new_order="S"):
        if new_order in ("<", "little", "=", "native"):
            return dtype(self._type)
        if new_order not in (">", "big"):
            _tine.unsupported("newbyteorder() takes '>', '<' or '=' here")
        return dtype(self._type, True)

    @property
    def name(self):
        return str(self._type).split(".")[1]

    @property
    def kind(self):
        if self._type.is_floating_point:
            return "f"
        return "b" if self._type == torch.bool else "u" if self._type == torch.uint8 else "i"

    @property
    def itemsize(self):
        return _itemsize(self._type)

    @property
    def type(self):
        return getattr(numpy, "bool_" if self._type == torch.bool else self.name)

    def _code(self):
        return f">{self.kind}{self.itemsize}" if self._is_big else self.name

    def __str__(self):
        return self._code()

    def __repr__(self):
        return f"dtype('{self._code()}')"

    def __eq__(self, other):
        if other is None or isinstance(other, torch.dtype):
            return False
        is_big = isinstance(other, dtype) and other._is_big
        return self._type == (other._type if is_big else _type(other)) and self._is_big == is_big

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name)


@_tine.hidden
class _Elements:
    """What arrays and numbers of NumPy have alike."""

    @property
    def real(self):
        return self

    def prod(self, axis=None, dtype=None, *, keepdims=False):
        return numpy.prod(self, axis, dtype, keepdims=keepdims)

    def cumsum(self, axis=None, dtype=None):
        return numpy.cumsum(self, axis, dtype)

    def cumprod(self, axis=None, dtype=None):
        return numpy.cumprod(self, axis, dtype)

    def clip(self, min=None, max=None):
        return numpy.clip(self, min, max)

    def round(self, decimals=0):
        return numpy.round(self, decimals)

    def dot(self, other):
        return numpy.dot(self, other)


def _itemsize(type):
    return torch.empty(0, dtype=type).element_size()


def _is_number(value):
    return _tine.is_numpy_number(value) or isinstance(value, (bool, int, float))


def _number_type(value):
    """The dtype of a number alone."""
    return _tine.numpy_type(value)


def _number(value):
    """A number as NumPy's."""
    return _tine.numpy_number(value, _number_type(value))


def _is_list(value):
    return isinstance(value, (list, tuple, range))


def _tensor_of_list(items):
    if len(items) > 0:
        first = items[0]
        if isinstance(first, numpy.ndarray) or _is_list(first) and len(first) > 0 and isinstance(first[0], numpy.ndarray):
            return torch.stack([_tensor(item) for item in items])
    t = torch.tensor(items)
    # Floats of Python have 64 bits.
    is_wide = t.dtype == torch.float32 and _tine.starts_with_python_number(items)
    return torch.tensor(items, dtype=torch.float64) if is_wide else t


def _tensor(value):
    """Of an array, number or list, with NumPy's type."""
    if isinstance(value, numpy.ndarray):
        return value._t
    if isinstance(value, torch.Tensor):
        return value.numpy()._t
    if _is_number(value):
        # Of a list, whose elements are known if the number is.
        return torch.tensor([value], dtype=_number_type(value)).reshape(())
    if isinstance(value, (tuple, range)):
        return _tensor_of_list(list(value))
    if isinstance(value, list):
        return _tensor_of_list(value)
    if isinstance(value, str):
        _tine.unsupported("arrays of strings are not supported")
    if _tine.has_member(value, "__array__"):
        return value.__array__()._t
    return torch.tensor(value)


def _tensor_of(data, dtype):
    """A new tensor of an array or a list of them."""
    if _tine.is_unread(data) and dtype is not None:
        data = data._converted(dtype)
    t = data._t if _tine.is_unread(data) else _tensor(data)
    return t.clone() if dtype is None or dtype == t.dtype else t.to(dtype)


def _wrap(t):
    """What a function gives: an array, or a number where it has no dimensions."""
    return numpy.ndarray(t) if t.dim() > 0 else _tine.numpy_number(t)


def _as(t, *operands):
    """What a ufunc gives, which wraps its result as its operands: a tensor for a tensor."""
    for operand in operands:
        if isinstance(operand, torch.Tensor):
            return t.to(torch.uint8) if t.dtype == torch.bool else t
    return _wrap(t)


def _floating(t):
    return t if t.dtype.is_floating_point else t.double()


def _operand(value):
    """Numbers of Python have no type of their own beside an array."""
    return value if _is_number(value) and not _tine.is_numpy_number(value) else _tensor(value)


def _is_narrow(operand):
    """Of fewer bits than numbers of Python become."""
    return isinstance(operand, torch.Tensor) and operand.dtype not in (torch.float64, torch.int64, torch.bool)


def _promote(x, y):
    wide = (torch.int64, torch.int32)
    if x == torch.float32 and y in wide or y == torch.float32 and x in wide:
        return torch.float64
    return torch.promote_types(x, y)


def _pair(a, b, divides=False):
    """Two operands, one of them a tensor at least, whose common type in torch is NumPy's."""
    is_unsure = _tine.is_unsure_number(a) or _tine.is_unsure_number(b)
    a = _operand(a)
    b = _operand(b)
    if is_unsure and (_is_narrow(a) or _is_narrow(b)):
        _tine.unsupported("whether this number is NumPy's, and of 64 bits beside others, depends on the path that data takes; use float() or int() of it")
    if not isinstance(a, torch.Tensor) and not isinstance(b, torch.Tensor):
        a = _tensor(a)
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        common = _promote(a.dtype, b.dtype)
        a = a.to(common)
        b = b.to(common)
    elif isinstance(a, torch.Tensor):
        if isinstance(b, float):
            a = _floating(a)
    elif isinstance(a, float):
        b = _floating(b)
    if divides:
        a = _floating(a) if isinstance(a, torch.Tensor) else a
        b = _floating(b) if isinstance(b, torch.Tensor) else b
    return a, b


def _pair_of_tensors(a, b, divides=False):
    """The same, both as tensors of the common type."""
    x, y = _pair(a, b, divides)
    if not isinstance(x, torch.Tensor):
        x = torch.full_like(y, x)
    if not isinstance(y, torch.Tensor):
        y = torch.full_like(x, y)
    return x, y


def _places_of(t):
    """What torch takes where NumPy asks for the place of the greatest: no bools."""
    return t.to(torch.uint8) if t.dtype == torch.bool else t

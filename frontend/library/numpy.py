# numpy: arrays as tensors of the same memory. What NumPy has a type of its own for, a number of
# an array, is an array without dimensions here that knows that it is a number.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch

# Names that are NumPy's further down.
_abs = abs
_any = any
_max = max

pi = math.pi
e = math.e
inf = math.inf
nan = math.nan
newaxis = None

float32 = torch.float32
float64 = torch.float64
double = torch.float64
int64 = torch.int64
int32 = torch.int32
int16 = torch.int16
int8 = torch.int8
uint8 = torch.uint8
bool_ = torch.bool


def _type(kind):
    if isinstance(kind, dtype):
        return kind._type
    if isinstance(kind, str):
        return {"float32": float32, "float64": float64, "float": float64, "int64": int64, "int": int64, "int32": int32, "int16": int16, "int8": int8,
                "uint8": uint8, "bool": bool_}[kind]
    if kind is float:
        return torch.float64
    if kind is int:
        return torch.int64
    if kind is bool:
        return torch.bool
    return kind


def _tensor(value):
    """Of an array, number or list, with NumPy's type."""
    if isinstance(value, ndarray):
        return value._t
    if isinstance(value, torch.Tensor):
        return value.numpy()._t
    if isinstance(value, (list, tuple, range)):
        items = value if isinstance(value, list) else list(value)
        if len(items) > 0:
            if isinstance(items[0], ndarray):
                return torch.stack([item._t for item in items])
        t = torch.tensor(items)
        return torch.tensor(items, dtype=torch.float64) if t.dtype == torch.float32 else t
    if isinstance(value, float):
        return torch.tensor(value, dtype=torch.float64)
    return torch.tensor(value)


def _tensor_of(data, dtype):
    """A new tensor of an array or a list of them."""
    t = _tensor(data)
    return t.clone() if dtype is None or dtype == t.dtype else t.to(dtype)


def _floating(t):
    return t if t.dtype.is_floating_point else t.double()


def _operand(value):
    return value if isinstance(value, (bool, int, float)) else _tensor(value)


def _pair(a, b, divides=False):
    """Two operands whose common type in torch is NumPy's."""
    a = _operand(a)
    b = _operand(b)
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        wide = (int64, int32)
        if a.dtype == float32 and b.dtype in wide or b.dtype == float32 and a.dtype in wide:
            a = a.double()
    elif isinstance(a, torch.Tensor):
        if isinstance(b, float):
            a = _floating(a)
    elif isinstance(a, float):
        b = _floating(b)
    if divides:
        a = _floating(a) if isinstance(a, torch.Tensor) else a
        b = _floating(b) if isinstance(b, torch.Tensor) else b
    return a, b


def _index(index):
    if isinstance(index, ndarray):
        return index._t
    if isinstance(index, tuple):
        return tuple([i._t if isinstance(i, ndarray) else i for i in index])
    return index


def _axes(t, axis, keepdims):
    """None: all, without their dimensions."""
    return list(range(t.dim())) if axis is None and keepdims else axis


def _goes_back(index):
    return isinstance(index, slice) and index.step is not None and index.step < 0


def _from_end(bound, size):
    """A bound of a slice that goes back, in the reversed dimension."""
    if bound is None:
        return None
    return -1 - bound if bound < 0 else _max(size - 1 - bound, 0)


def _reversed(t, index):
    """The tensor with the dimensions reversed whose slices go back, and the index into that."""
    items = list(index) if isinstance(index, tuple) else [index]
    if not _any([_goes_back(i) for i in items]):
        return t, index
    dim = 0
    flipped = []
    parts = []
    for i in items:
        if isinstance(i, torch.Tensor) and i.dtype == torch.bool:
            _tine.unsupported("a mask beside a slice that goes back is not supported here")
        if i is Ellipsis:
            dim += t.dim() - len([k for k in items if k is not None and k is not Ellipsis])
            parts.append(i)
        elif i is None:
            parts.append(i)
        else:
            if _goes_back(i):
                flipped.append(dim)
                size = t.shape[dim]
                parts.append(slice(_from_end(i.start, size), _from_end(i.stop, size), -i.step))
            else:
                parts.append(i)
            dim += 1
    return torch.flip(t, flipped), tuple(parts)


class dtype:
    """The type of the elements of an array."""

    def __init__(self, type):
        self._type = _type(type)

    @property
    def name(self):
        return str(self._type).split(".")[1]

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __eq__(self, other):
        return self._type == _type(other)

    def __ne__(self, other):
        return self._type != _type(other)


class ndarray:
    _is_record = True

    def __init__(self, tensor, is_number=True):
        """Without dimensions, results are numbers in NumPy, and what is made as an array stays one."""
        self._t = tensor
        self._is_number = is_number and tensor.dim() == 0

    def _changes(self):
        """Called in front of changes in place."""

    @property
    def shape(self):
        return tuple(self._t.shape)

    @property
    def ndim(self):
        return self._t.dim()

    @property
    def size(self):
        return self._t.numel()

    @property
    def dtype(self):
        return dtype(self._t.dtype)

    @property
    def T(self):
        return ndarray(self._t.permute(list(range(self._t.dim()))[::-1]), self._is_number)

    def __repr__(self):
        if self._is_number:
            return f"np.{self}_" if self._t.dtype == torch.bool else f"np.{self.dtype}({self})"
        if self._t.dim() == 0:
            text = str(self)
            text = text[:-1] if text.endswith(".0") else text
            return f"array({text})" if self._t.dtype in (torch.float64, torch.int64, torch.bool) else f"array({text}, dtype={self.dtype})"
        return _tine.array_text(self._t, True)

    def __str__(self):
        return _tine.array_text(self._t, False)

    def __format__(self, spec):
        return f"{self._t.item():{spec}}" if spec != "" and self._t.dim() == 0 else str(self)

    def __len__(self):
        return len(self._t)

    def __getitem__(self, index):
        whole, index = _reversed(self._t, _index(index))
        part = whole[index]
        # Numbers are no views.
        if part.dim() > 0 and (whole is not self._t or isinstance(self, _mirror)):
            return _mirror(part)
        return ndarray(part.clone() if part.dim() == 0 else part)

    def __setitem__(self, index, value):
        if _any([_goes_back(i) for i in (index if isinstance(index, tuple) else (index,))]):
            _tine.unsupported("writing to a slice that goes back is not supported here")
        self._changes()
        self._t[_index(index)] = _operand(value)

    def __iter__(self):
        return iter([self[i] for i in range(len(self._t))])

    def __bool__(self):
        return bool(self._t)

    def __index__(self):
        return self._t.item()

    def __float__(self):
        return float(self._t)

    def __int__(self):
        return int(self._t)

    def __neg__(self):
        return ndarray(-self._t)

    def __abs__(self):
        return ndarray(torch.abs(self._t))

    def __invert__(self):
        return ndarray(~self._t)

    def __add__(self, other):
        a, b = _pair(self, other)
        return ndarray(a + b)

    __radd__ = __add__

    def __sub__(self, other):
        a, b = _pair(self, other)
        return ndarray(a - b)

    def __rsub__(self, other):
        a, b = _pair(other, self)
        return ndarray(a - b)

    def __mul__(self, other):
        a, b = _pair(self, other)
        return ndarray(a * b)

    __rmul__ = __mul__

    def __truediv__(self, other):
        a, b = _pair(self, other, True)
        return ndarray(a / b)

    def __rtruediv__(self, other):
        a, b = _pair(other, self, True)
        return ndarray(a / b)

    def __pow__(self, other):
        a, b = _pair(self, other)
        return ndarray(a ** b)

    def __rpow__(self, other):
        a, b = _pair(other, self)
        return ndarray(a ** b)

    def __mod__(self, other):
        a, b = _pair(self, other)
        return ndarray(a % b)

    def __rmod__(self, other):
        a, b = _pair(other, self)
        return ndarray(a % b)

    def __floordiv__(self, other):
        a, b = _pair(self, other)
        return ndarray(a // b)

    def __rfloordiv__(self, other):
        a, b = _pair(other, self)
        return ndarray(a // b)

    def __matmul__(self, other):
        return dot(self, other)

    def _become(self, name, result):
        """In place; of a ufunc's name."""
        if self._is_number:
            return result
        if result._t.dtype.is_floating_point and not self._t.dtype.is_floating_point:
            raise TypeError(f"Cannot cast ufunc '{name}' output from {result.dtype!r} to {self.dtype!r} with casting rule 'same_kind'")
        self._changes()
        self._t.copy_(result._t)
        return self

    def __iadd__(self, other):
        return self._become("add", self + other)

    def __isub__(self, other):
        return self._become("subtract", self - other)

    def __imul__(self, other):
        return self._become("multiply", self * other)

    def __itruediv__(self, other):
        return self._become("divide", self / other)

    def __ipow__(self, other):
        return self._become("power", self ** other)

    def __lt__(self, other):
        a, b = _pair(self, other)
        return ndarray(a < b)

    def __le__(self, other):
        a, b = _pair(self, other)
        return ndarray(a <= b)

    def __gt__(self, other):
        a, b = _pair(self, other)
        return ndarray(a > b)

    def __ge__(self, other):
        a, b = _pair(self, other)
        return ndarray(a >= b)

    def __eq__(self, other):
        a, b = _pair(self, other)
        return ndarray(a == b)

    def __ne__(self, other):
        a, b = _pair(self, other)
        return ndarray(a != b)

    def __and__(self, other):
        return ndarray(self._t & _tensor(other))

    def __or__(self, other):
        return ndarray(self._t | _tensor(other))

    def __xor__(self, other):
        return ndarray(self._t ^ _tensor(other))

    def __round__(self, digits=None):
        return round(self, 0 if digits is None else digits)

    def item(self):
        return self._t.item()

    def tolist(self):
        return self._t.tolist()

    def astype(self, dtype):
        return ndarray(self._t.to(_type(dtype)).clone(), self._is_number)

    def copy(self):
        return ndarray(self._t.clone(), self._is_number)

    def reshape(self, *shape):
        return ndarray(self._t.reshape(*shape), False)

    def ravel(self):
        return ndarray(self._t.reshape(-1))

    def flatten(self):
        return ndarray(self._t.reshape(-1).clone())

    def squeeze(self, axis=None):
        return ndarray(self._t.squeeze() if axis is None else self._t.squeeze(axis), self._is_number)

    def transpose(self, *axes):
        if len(axes) == 0:
            return self.T
        return ndarray(self._t.permute(*axes))

    def dot(self, other):
        return dot(self, other)

    def sum(self, axis=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        return ndarray(self._t.sum() if axis is None else self._t.sum(axis, keepdim=keepdims))

    def mean(self, axis=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        t = _floating(self._t)
        return ndarray(t.mean() if axis is None else t.mean(axis, keepdim=keepdims))

    def std(self, axis=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        t = _floating(self._t)
        return ndarray(t.std(unbiased=False) if axis is None else t.std(axis, unbiased=False, keepdim=keepdims))

    def var(self, axis=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        t = _floating(self._t)
        return ndarray(t.var(unbiased=False) if axis is None else t.var(axis, unbiased=False, keepdim=keepdims))

    def max(self, axis=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        return ndarray(self._t.max() if axis is None else self._t.amax(axis, keepdim=keepdims))

    def min(self, axis=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        return ndarray(self._t.min() if axis is None else self._t.amin(axis, keepdim=keepdims))

    def argmax(self, axis=None):
        return ndarray(self._t.argmax() if axis is None else self._t.argmax(axis))

    def argmin(self, axis=None):
        return ndarray(self._t.argmin() if axis is None else self._t.argmin(axis))

    def all(self, axis=None):
        return ndarray(self._t.all() if axis is None else self._t.all(axis))

    def any(self, axis=None):
        return ndarray(self._t.any() if axis is None else self._t.any(axis))

    def prod(self, axis=None):
        return prod(self, axis)

    def cumsum(self, axis=None):
        return cumsum(self, axis)

    def argsort(self, axis=-1):
        return argsort(self, axis)

    def sort(self, axis=-1):
        self._changes()
        self._t.copy_(torch.sort(self._t, axis)[0])

    def fill(self, value):
        self._changes()
        self._t.fill_(value)

    def clip(self, low, high):
        return clip(self, low, high)

    def round(self, decimals=0):
        return round(self, decimals)

    def repeat(self, repeats, axis=None):
        return repeat(self, repeats, axis)

    def swapaxes(self, a, b):
        return swapaxes(self, a, b)

    def nonzero(self):
        return where(self)


class _mirror(ndarray):
    """The elements of another array in another direction, which in NumPy are those of both."""

    _is_record = True

    def _changes(self):
        _tine.unsupported("changing what a slice that goes back gave is not supported; change its copy()")


def array(object, dtype=None, copy=True):
    t = _tensor(object)
    if not copy:
        return asarray(object, dtype)
    return ndarray(t.clone() if dtype is None else t.to(_type(dtype)).clone(), False)


def asarray(object, dtype=None):
    t = _tensor(object)
    return ndarray(t if dtype is None else t.to(_type(dtype)), False)


def zeros(shape, dtype=float64):
    return ndarray(torch.zeros(shape, dtype=_type(dtype)), False)


def ones(shape, dtype=float64):
    return ndarray(torch.ones(shape, dtype=_type(dtype)), False)


def full(shape, value, dtype=None):
    t = _tensor(value)
    return ndarray(torch.full((shape,) if isinstance(shape, int) else shape, value, dtype=t.dtype if dtype is None else _type(dtype)), False)


def zeros_like(a):
    return ndarray(torch.zeros_like(_tensor(a)), False)


def ones_like(a):
    return ndarray(torch.ones_like(_tensor(a)), False)


def full_like(a, value):
    return ndarray(torch.full_like(_tensor(a), value), False)


empty = zeros
empty_like = zeros_like


def eye(n, dtype=float64):
    return ndarray(torch.eye(n, dtype=_type(dtype)))


identity = eye


def diag(a, k=0):
    return ndarray(torch.diag(_tensor(a), k).clone())


def arange(*bounds, dtype=None):
    if dtype is None:
        dtype = float64 if _any([isinstance(bound, float) for bound in bounds]) else int64
    return ndarray(torch.arange(*bounds, dtype=_type(dtype)))


def linspace(start, stop, num=50):
    return ndarray(torch.linspace(start, stop, num, dtype=float64))


def concatenate(arrays, axis=0):
    return ndarray(torch.cat([_tensor(a) for a in arrays], axis))


def stack(arrays, axis=0):
    return ndarray(torch.stack([_tensor(a) for a in arrays], axis))


def hstack(arrays):
    return ndarray(torch.hstack([_tensor(a) for a in arrays]))


def vstack(arrays):
    return ndarray(torch.vstack([_tensor(a) for a in arrays]))


def column_stack(arrays):
    return ndarray(torch.column_stack([_tensor(a) for a in arrays]))


def split(a, parts, axis=0):
    """Into so many equal parts, or at these places."""
    t = _tensor(a)
    if isinstance(parts, int):
        if t.shape[axis] % parts != 0:
            raise ValueError("array split does not result in an equal division")
        return [ndarray(part) for part in torch.split(t, t.shape[axis] // parts, axis)]
    return [ndarray(part) for part in torch.tensor_split(t, parts, axis)]


def array_split(a, parts, axis=0):
    return [ndarray(part) for part in torch.tensor_split(_tensor(a), parts, axis)]


def tile(a, reps):
    return ndarray(torch.tile(_tensor(a), (reps,) if isinstance(reps, int) else reps))


def repeat(a, repeats, axis=None):
    t = _tensor(a)
    return ndarray(torch.repeat_interleave(t.reshape(-1) if axis is None else t, repeats, 0 if axis is None else axis))


def flip(a, axis=None):
    t = _tensor(a)
    if axis is None:
        axis = list(range(t.dim()))
    return _mirror(torch.flip(t, [axis] if isinstance(axis, int) else axis))


def roll(a, shift, axis=None):
    t = _tensor(a)
    return ndarray(torch.roll(t, shift) if axis is None else torch.roll(t, shift, axis))


def meshgrid(*arrays, indexing="xy"):
    return [ndarray(grid.clone()) for grid in torch.meshgrid(*[_tensor(a) for a in arrays], indexing=indexing)]


def reshape(a, shape):
    return ndarray(_tensor(a).reshape(shape), False)


def ravel(a):
    return asarray(a).ravel()


def squeeze(a, axis=None):
    return asarray(a).squeeze(axis)


def swapaxes(a, b, c):
    return ndarray(_tensor(a).transpose(b, c))


def moveaxis(a, source, destination):
    return ndarray(torch.movedim(_tensor(a), source, destination))


def expand_dims(a, axis):
    return ndarray(_tensor(a).unsqueeze(axis))


def transpose(a, axes=None):
    return asarray(a).T if axes is None else asarray(a).transpose(axes)


def triu(a, k=0):
    return ndarray(torch.triu(_tensor(a), k))


def tril(a, k=0):
    return ndarray(torch.tril(_tensor(a), k))


def where(condition, x=None, y=None):
    if x is None:
        return tuple([ndarray(i) for i in torch.where(_tensor(condition))])
    a, b = _pair(x, y)
    return ndarray(torch.where(_tensor(condition), a, b))


def dot(a, b):
    x, y = _tensor(a), _tensor(b)
    if x.dim() == 0 or y.dim() == 0:
        return asarray(a) * b
    if y.dim() > 2:
        _tine.unsupported("'dot' takes arrays of at most two dimensions here")
    x, y = _pair(asarray(a), asarray(b))
    common = torch.promote_types(x.dtype, y.dtype)
    return ndarray(x.to(common) @ y.to(common))


def matmul(a, b):
    x, y = _pair(asarray(a), asarray(b))
    return ndarray(x @ y)


def outer(a, b):
    return ndarray(_tensor(a).reshape(-1, 1) * _tensor(b).reshape(1, -1))


def _given(result, out):
    """A result, written to an array where one is given for it."""
    if out is None:
        return result
    out._changes()
    out._t.copy_(result._t)
    return out


def add(a, b, out=None):
    return _given(asarray(a) + b, out)


def subtract(a, b, out=None):
    return _given(asarray(a) - b, out)


def multiply(a, b, out=None):
    return _given(asarray(a) * b, out)


def divide(a, b, out=None):
    return _given(asarray(a) / b, out)


true_divide = divide


def negative(a):
    return -asarray(a)


def clip(a, low, high):
    return ndarray(torch.clamp(_tensor(a), low, high))


def maximum(a, b):
    x, y = _pair(a, b)
    if isinstance(y, torch.Tensor):
        return ndarray(torch.maximum(x if isinstance(x, torch.Tensor) else torch.full_like(y, x), y))
    return ndarray(torch.maximum(x, torch.full_like(x, y)))


def minimum(a, b):
    return -maximum(-asarray(a), -asarray(b))


def _of_elements(name, a):
    return ndarray(getattr(torch, name)(_floating(_tensor(a))))


def _of(name, number, a):
    """A number of Python's stays one where the library's of math gives the same."""
    if isinstance(a, (int, float)):
        return number(a)
    return ndarray(getattr(torch, name)(_floating(_tensor(a))))


def sqrt(a):
    return _of("sqrt", math.sqrt, a)


def exp(a):
    return _of("exp", math.exp, a)


def log(a):
    return _of("log", math.log, a)


def log2(a):
    return _of("log2", math.log2, a)


def log10(a):
    return _of("log10", math.log10, a)


def sin(a):
    return _of("sin", math.sin, a)


def cos(a):
    return _of("cos", math.cos, a)


def tanh(a):
    return _of("tanh", math.tanh, a)


def _ufunc(name, a):
    return ndarray(getattr(torch, name)(_floating(_tensor(a))))


def tan(a):
    return _ufunc("tan", a)


def arcsin(a):
    return _ufunc("asin", a)


def arccos(a):
    return _ufunc("acos", a)


def arctan(a):
    return _ufunc("atan", a)


def arctan2(a, b):
    x, y = _pair(asarray(a), asarray(b), True)
    return ndarray(torch.atan2(x, y))


def sinh(a):
    return _ufunc("sinh", a)


def cosh(a):
    return _ufunc("cosh", a)


def log1p(a):
    return _ufunc("log1p", a)


def expm1(a):
    return _ufunc("expm1", a)


def exp2(a):
    return _ufunc("exp2", a)


def deg2rad(a):
    return _ufunc("deg2rad", a)


def rad2deg(a):
    return _ufunc("rad2deg", a)


radians = deg2rad
degrees = rad2deg


def _whole(name, number, a):
    """A number of Python's stays one, of its type."""
    if isinstance(a, int):
        return a
    if isinstance(a, float):
        return math.copysign(float(number(a)), a) if math.isfinite(a) else a
    return ndarray(getattr(torch, name)(_tensor(a)))


def floor(a):
    return _whole("floor", math.floor, a)


def ceil(a):
    return _whole("ceil", math.ceil, a)


def trunc(a):
    return _whole("trunc", math.trunc, a)


def rint(a):
    return ndarray(torch.round(_floating(_tensor(a))))


def round(a, decimals=0):
    t = _tensor(a)
    if decimals == 0 or not t.dtype.is_floating_point:
        return ndarray(torch.round(t))
    scale = 10.0 ** _abs(decimals)
    return ndarray(torch.round(t * scale) / scale if decimals > 0 else torch.round(t / scale) * scale)


around = round


def sign(a):
    return ndarray(torch.sign(_tensor(a)))


def isnan(a):
    return ndarray(torch.isnan(_tensor(a)))


def isinf(a):
    return ndarray(torch.isinf(_tensor(a)))


def isfinite(a):
    return ndarray(torch.isfinite(_tensor(a)))


def nan_to_num(a):
    return ndarray(torch.nan_to_num(_tensor(a)))


def mod(a, b):
    return asarray(a) % b


remainder = mod


def floor_divide(a, b):
    return asarray(a) // b


def logical_and(a, b):
    return ndarray(torch.logical_and(_tensor(a), _tensor(b)))


def logical_or(a, b):
    return ndarray(torch.logical_or(_tensor(a), _tensor(b)))


def logical_not(a):
    return ndarray(torch.logical_not(_tensor(a)))


def power(a, b):
    if isinstance(a, (int, float)) and isinstance(b, float) or isinstance(a, float) and isinstance(b, int):
        return a ** b
    return asarray(a) ** b


def square(a):
    t = _tensor(a)
    return ndarray(t * t)


def abs(a):
    return ndarray(torch.abs(_tensor(a)))


absolute = abs


def sum(a, axis=None, *, keepdims=False):
    return asarray(a).sum(axis, keepdims=keepdims)


def mean(a, axis=None, *, keepdims=False):
    return asarray(a).mean(axis, keepdims=keepdims)


def std(a, axis=None, *, keepdims=False):
    return asarray(a).std(axis, keepdims=keepdims)


def var(a, axis=None, *, keepdims=False):
    return asarray(a).var(axis, keepdims=keepdims)


def max(a, axis=None, *, keepdims=False):
    return asarray(a).max(axis, keepdims=keepdims)


def min(a, axis=None, *, keepdims=False):
    return asarray(a).min(axis, keepdims=keepdims)


def argmax(a, axis=None):
    return asarray(a).argmax(axis)


def argmin(a, axis=None):
    return asarray(a).argmin(axis)


def prod(a, axis=None):
    t = _tensor(a)
    return ndarray(t.prod() if axis is None else t.prod(axis))


def all(a, axis=None):
    return asarray(a).all(axis)


def any(a, axis=None):
    return asarray(a).any(axis)


def cumsum(a, axis=None):
    t = _tensor(a)
    return ndarray(torch.cumsum(t.reshape(-1), 0) if axis is None else torch.cumsum(t, axis))


def cumprod(a, axis=None):
    t = _tensor(a)
    return ndarray(torch.cumprod(t.reshape(-1), 0) if axis is None else torch.cumprod(t, axis))


def diff(a):
    return ndarray(torch.diff(_tensor(a)))


def sort(a, axis=-1):
    return ndarray(torch.sort(_tensor(a), axis)[0])


def argsort(a, axis=-1):
    """Equal elements keep their order, which NumPy leaves open."""
    return ndarray(torch.sort(_tensor(a), axis, stable=True)[1])


def unique(a):
    return ndarray(torch.unique(_tensor(a)))


def median(a):
    t = torch.sort(_floating(_tensor(a)).reshape(-1))[0]
    n = len(t)
    return ndarray((t[(n - 1) // 2] + t[n // 2]) / 2)


def nonzero(a):
    return where(a)


def count_nonzero(a):
    return torch.count_nonzero(_tensor(a)).item()


def isclose(a, b, rtol=1e-05, atol=1e-08):
    x, y = _pair(asarray(a), asarray(b))
    return ndarray(torch.isclose(x, y, rtol, atol))


def allclose(a, b, rtol=1e-05, atol=1e-08):
    return bool(isclose(a, b, rtol, atol).all())


def array_equal(a, b):
    return torch.equal(_tensor(a), _tensor(b))


class _Finfo:
    def __init__(self, dtype):
        info = torch.finfo(_type(dtype))
        self.eps = ndarray(torch.tensor(info.eps, dtype=_type(dtype)))
        self.max = ndarray(torch.tensor(info.max, dtype=_type(dtype)))
        self.min = ndarray(torch.tensor(info.min, dtype=_type(dtype)))


def finfo(dtype):
    return _Finfo(dtype)

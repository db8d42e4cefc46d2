# numpy: arrays, which are tensors of the same memory.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import operator

import _bytes
import _tine
import io
import numpy
import torch
from _files import path_of
from numpy._operands import _Elements, _as, _floating, _itemsize, _operand, _pair, _places_of, _tensor, _type, _wrap, dtype


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
    return -1 - bound if bound < 0 else max(size - 1 - bound, 0)


def _reversed(t, index):
    """The tensor with the dimensions reversed whose slices go back, and the index into that."""
    items = list(index) if isinstance(index, tuple) else [index]
    if not any([_goes_back(i) for i in items]):
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


@_tine.record
@_tine.array
class ndarray(_Elements):
    def __init__(self, tensor):
        self._t = tensor

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
    def itemsize(self):
        return _itemsize(self._t.dtype)

    @property
    def nbytes(self):
        return self.size * self.itemsize

    @property
    def T(self):
        return ndarray(self._t.permute(list(range(self._t.dim()))[::-1]))

    @property
    def flat(self):
        return ndarray(self._t.reshape(-1))

    def __repr__(self):
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
        if part.dim() == 0:
            return _tine.numpy_number(part)
        return _mirror(part) if whole is not self._t or isinstance(self, _mirror) else ndarray(part)

    def __setitem__(self, index, value):
        if any([_goes_back(i) for i in (index if isinstance(index, tuple) else (index,))]):
            _tine.unsupported("writing to a slice that goes back is not supported here")
        self._changes()
        self._t[_index(index)] = _operand(value)

    def __iter__(self):
        return iter([self[i] for i in range(len(self._t))])

    def __contains__(self, item):
        return bool((self._t == _operand(item)).any())

    def __bool__(self):
        return bool(self._t)

    def __index__(self):
        return self._t.item()

    def __float__(self):
        return float(self._t)

    def __int__(self):
        return int(self._t)

    def __pos__(self):
        return _wrap(self._t.clone())

    def __neg__(self):
        return _wrap(-self._t)

    def __abs__(self):
        return _wrap(torch.abs(self._t))

    def __invert__(self):
        return _wrap(~self._t)

    def _check_other(self, symbol, other):
        """An array leaves an operator to a tensor behind it, which takes none."""
        if isinstance(other, torch.Tensor):
            raise TypeError(f"unsupported operand type(s) for {symbol}: 'numpy.ndarray' and 'Tensor'")

    def _with(self, symbol, function, other):
        self._check_other(symbol, other)
        return _wrap(function(*_pair(self, other)))

    def __add__(self, other):
        return self._with("+", operator.add, other)

    def __radd__(self, other):
        return _as(operator.add(*_pair(self, other)), other)

    def __sub__(self, other):
        return self._with("-", operator.sub, other)

    def __rsub__(self, other):
        return _as(operator.sub(*_pair(other, self)), other)

    def __mul__(self, other):
        return self._with("*", operator.mul, other)

    def __rmul__(self, other):
        return _as(operator.mul(*_pair(self, other)), other)

    def __truediv__(self, other):
        return _as(operator.truediv(*_pair(self, other, True)), other)

    def __rtruediv__(self, other):
        return _as(operator.truediv(*_pair(other, self, True)), other)

    def __pow__(self, other):
        return self._with("**", operator.pow, other)

    def __rpow__(self, other):
        return _as(operator.pow(*_pair(other, self)), other)

    def __mod__(self, other):
        return self._with("%", operator.mod, other)

    def __rmod__(self, other):
        return _as(operator.mod(*_pair(other, self)), other)

    def __floordiv__(self, other):
        return self._with("//", operator.floordiv, other)

    def __rfloordiv__(self, other):
        return _as(operator.floordiv(*_pair(other, self)), other)

    def __divmod__(self, other):
        return self // other, self % other

    def __matmul__(self, other):
        self._check_other("@", other)
        return numpy.matmul(self, other)

    def __rmatmul__(self, other):
        return numpy.matmul(other, self)

    def _become(self, name, result):
        """In place; of a ufunc's name."""
        if result.dtype.kind == "f" and not self._t.dtype.is_floating_point:
            raise TypeError(f"Cannot cast ufunc '{name}' output from {result.dtype!r} to {self.dtype!r} with casting rule 'same_kind'")
        self._changes()
        self._t.copy_(_tensor(result))
        return self

    def __iadd__(self, other):
        return self._become("add", self + other)

    def __isub__(self, other):
        return self._become("subtract", self - other)

    def __imul__(self, other):
        return self._become("multiply", self * other)

    def __itruediv__(self, other):
        return self._become("divide", self / other)

    def __ifloordiv__(self, other):
        return self._become("floor_divide", self // other)

    def __imod__(self, other):
        return self._become("remainder", self % other)

    def __ipow__(self, other):
        return self._become("power", self ** other)

    def __iand__(self, other):
        return self._become("bitwise_and", self & other)

    def __ior__(self, other):
        return self._become("bitwise_or", self | other)

    def __ixor__(self, other):
        return self._become("bitwise_xor", self ^ other)

    def __lt__(self, other):
        return self._with("<", operator.lt, other)

    def __le__(self, other):
        return self._with("<=", operator.le, other)

    def __gt__(self, other):
        return self._with(">", operator.gt, other)

    def __ge__(self, other):
        return self._with(">=", operator.ge, other)

    def __eq__(self, other):
        if other is None:
            return _wrap(torch.zeros_like(self._t, dtype=torch.bool))
        a, b = _pair(self, other)
        return a == b if isinstance(other, torch.Tensor) else _wrap(a == b)

    def __ne__(self, other):
        if other is None:
            return _wrap(torch.ones_like(self._t, dtype=torch.bool))
        a, b = _pair(self, other)
        return a != b if isinstance(other, torch.Tensor) else _wrap(a != b)

    def __and__(self, other):
        return _wrap(self._t & _operand(other))

    __rand__ = __and__

    def __or__(self, other):
        return _wrap(self._t | _operand(other))

    __ror__ = __or__

    def __xor__(self, other):
        return _wrap(self._t ^ _operand(other))

    __rxor__ = __xor__

    def __lshift__(self, other):
        return _wrap(self._t << _operand(other))

    def __rshift__(self, other):
        return _wrap(self._t >> _operand(other))

    def __round__(self, digits=None):
        return numpy.round(self, 0 if digits is None else digits)

    def item(self, *index):
        if len(index) == 0:
            return self._t.item()
        return (self._t if len(index) > 1 else self._t.reshape(-1))[index].item()

    def tolist(self):
        return self._t.tolist()

    def astype(self, dtype, copy=True):
        t = self._t.to(_type(dtype))
        return ndarray(t.clone() if copy else t)

    def copy(self, order="C"):
        return ndarray(self._t.clone())

    def view(self):
        return ndarray(self._t.view(self._t.shape))

    def reshape(self, *shape, order="C"):
        if len(shape) == 1 and isinstance(shape[0], ndarray):
            shape = tuple(shape[0].tolist())
        return ndarray(self._t.reshape(*shape))

    def ravel(self):
        return ndarray(self._t.reshape(-1))

    def flatten(self):
        return ndarray(self._t.reshape(-1).clone())

    def squeeze(self, axis=None):
        return ndarray(self._t.squeeze() if axis is None else self._t.squeeze(axis))

    def transpose(self, *axes):
        if len(axes) == 0 or axes[0] is None:
            return self.T
        return ndarray(self._t.permute(*axes))

    def swapaxes(self, a, b):
        return ndarray(self._t.transpose(a, b))

    def diagonal(self, offset=0, axis1=0, axis2=1):
        return ndarray(torch.diagonal(self._t, offset, axis1, axis2))

    def trace(self, offset=0):
        return _wrap(torch.diagonal(self._t, offset).sum())

    def sum(self, axis=None, dtype=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        t = self._t if dtype is None else self._t.to(_type(dtype))
        return _wrap(t.sum() if axis is None else t.sum(axis, keepdim=keepdims))

    def mean(self, axis=None, dtype=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        t = _floating(self._t) if dtype is None else self._t.to(_type(dtype))
        return _wrap(t.mean() if axis is None else t.mean(axis, keepdim=keepdims))

    def std(self, axis=None, *, ddof=0, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        t = _floating(self._t)
        return _wrap(t.std(correction=ddof) if axis is None else t.std(axis, correction=ddof, keepdim=keepdims))

    def var(self, axis=None, *, ddof=0, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        t = _floating(self._t)
        return _wrap(t.var(correction=ddof) if axis is None else t.var(axis, correction=ddof, keepdim=keepdims))

    def max(self, axis=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        return _wrap(self._t.max() if axis is None else self._t.amax(axis, keepdim=keepdims))

    def min(self, axis=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        return _wrap(self._t.min() if axis is None else self._t.amin(axis, keepdim=keepdims))

    def ptp(self, axis=None, *, keepdims=False):
        return self.max(axis, keepdims=keepdims) - self.min(axis, keepdims=keepdims)

    def argmax(self, axis=None, *, keepdims=False):
        t = _places_of(self._t)
        return _wrap(t.argmax() if axis is None else t.argmax(axis, keepdim=keepdims))

    def argmin(self, axis=None, *, keepdims=False):
        t = _places_of(self._t)
        return _wrap(t.argmin() if axis is None else t.argmin(axis, keepdim=keepdims))

    def all(self, axis=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        return _wrap(self._t.all() if axis is None else self._t.all(axis, keepdim=keepdims))

    def any(self, axis=None, *, keepdims=False):
        axis = _axes(self._t, axis, keepdims)
        return _wrap(self._t.any() if axis is None else self._t.any(axis, keepdim=keepdims))

    def argsort(self, axis=-1):
        return numpy.argsort(self, axis)

    def sort(self, axis=-1):
        self._changes()
        self._t.copy_(torch.sort(self._t, axis)[0])

    def fill(self, value):
        self._changes()
        self._t.fill_(value)

    def repeat(self, repeats, axis=None):
        return numpy.repeat(self, repeats, axis)

    def take(self, indices, axis=None):
        return numpy.take(self, indices, axis)

    def searchsorted(self, v, side="left"):
        return numpy.searchsorted(self, v, side)

    def nonzero(self):
        return numpy.where(self)

    def tofile(self, fid, sep="", format="%s"):
        if sep != "":
            _tine.unsupported("'tofile' writes bytes here; for text use np.savetxt")
        if isinstance(fid, io._Buffered):
            fid.write(self)
        else:
            _tine.save_file("raw", path_of(fid), self._t)

    def tobytes(self, order="C"):
        if order not in ("C", "K", None):
            _tine.unsupported("tobytes() gives the elements row by row here; write transpose() in front of it")
        return _bytes.of_raw(_tine.bytes_of_tensor(self._t))


@_tine.record
class _mirror(ndarray):
    """The elements of another array in another direction, which in NumPy are those of both."""

    def _changes(self):
        _tine.unsupported("changing what a slice that goes back gave is not supported; change its copy()")

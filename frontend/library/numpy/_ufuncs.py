# numpy: functions of elements. Of a number they give a number of NumPy.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
import operator

import _tine
import numpy
import torch
from numpy._operands import _as, _floating, _is_number, _number, _number_type, _pair, _pair_of_tensors, _tensor, _wrap

# What is NumPy's further down.
_python_abs = abs


def _given(result, out):
    """A result, written to an array where one is given for it."""
    if out is None:
        return result
    if isinstance(out, torch.Tensor):
        return out.copy_(_tensor(result))
    out._changes()
    out._t.copy_(_tensor(result))
    return out


def _is_double(a):
    """Whether it is a number that is computed in 64 bits."""
    return _is_number(a) and _number_type(a) != torch.float32


def _double(x):
    return _tine.numpy_number(x, torch.float64)


def _of(name, a, out=None):
    return _given(_as(getattr(torch, name)(_floating(_tensor(a))), a), out)


def _of_one(name, torchs=None):
    """What torch has for one tensor, under this name or another."""
    def ufunc(a, out=None):
        return _given(_as(getattr(torch, torchs or name)(_tensor(a)), a), out)
    return _tine.named(name, ufunc)


def _of_floats(name, torchs=None):
    def ufunc(a, out=None):
        return _of(torchs or name, a, out)
    return _tine.named(name, ufunc)


#
# Arithmetic
#


def _array_or_number(a):
    return _number(a) if _is_number(a) else a if isinstance(a, numpy.ndarray) else numpy.asarray(a)


def _operator(name, function, divides=False):
    """Of numbers the operator of numbers, else that of tensors."""
    def ufunc(a, b, out=None):
        if _is_number(a) and _is_number(b):
            return _given(function(_number(a), _number(b)), out)
        x, y = _pair(a, b, divides)
        return _given(_as(function(x, y), a, b), out)
    return _tine.named(name, ufunc)


def _of_two(name, torchs=None, floats=False):
    """What torch has for tensors of one dtype, under this name or another."""
    def ufunc(a, b, out=None):
        x, y = _pair_of_tensors(a, b, floats)
        return _given(_as(getattr(torch, torchs or name)(x, y), a, b), out)
    return _tine.named(name, ufunc)


add = _operator("add", operator.add)
subtract = _operator("subtract", operator.sub)
multiply = _operator("multiply", operator.mul)
divide = true_divide = _operator("divide", operator.truediv, True)
power = _operator("power", operator.pow)
mod = remainder = _operator("remainder", operator.mod)
floor_divide = _operator("floor_divide", operator.floordiv)
fmod = _of_two("fmod")
maximum = _of_two("maximum")
minimum = _of_two("minimum")
fmax = _of_two("fmax")
fmin = _of_two("fmin")
gcd = _of_two("gcd")
lcm = _of_two("lcm")
arctan2 = _of_two("arctan2", "atan2", floats=True)
hypot = _of_two("hypot", floats=True)
copysign = _of_two("copysign", floats=True)
logaddexp = _of_two("logaddexp", floats=True)
nextafter = _of_two("nextafter", floats=True)
heaviside = _of_two("heaviside", floats=True)


def float_power(a, b):
    return power(numpy.float64(a), numpy.float64(b))


def divmod(a, b):
    return floor_divide(a, b), mod(a, b)


def negative(a, out=None):
    return _given(-_number(a) if _is_number(a) else _as(-_tensor(a), a), out)


def positive(a):
    return _number(a) if _is_number(a) else _as(_tensor(a).clone(), a)


def reciprocal(a):
    return divide(1, a)


def square(a, out=None):
    return multiply(a, a, out)


def abs(a, out=None):
    return _given(_python_abs(_number(a)) if _is_number(a) else _as(torch.abs(_tensor(a)), a), out)


absolute = abs
fabs = abs
sign = _of_one("sign")


def clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None):
    low = a_min if min is None else min
    high = a_max if max is None else max
    result = a
    if low is not None:
        result = maximum(result, low)
    if high is not None:
        result = minimum(result, high)
    return _given(result, out)


#
# Functions of floats
#


def sqrt(a, out=None):
    if _is_double(a):
        return _double(math.sqrt(a) if a >= 0 else math.nan)
    return _of("sqrt", a, out)


def exp(a, out=None):
    if _is_double(a):
        return _double(math.exp(a) if a < 709.782712893384 else a * math.inf)
    return _of("exp", a, out)


def _logarithm(name, function):
    def ufunc(a, out=None):
        if _is_double(a):
            return _double(function(a) if a > 0 else -math.inf if a == 0 else math.nan)
        return _of(name, a, out)
    return _tine.named(name, ufunc)


def _of_finite(name, function):
    def ufunc(a, out=None):
        if _is_double(a):
            return _double(function(a) if math.isfinite(a) else math.nan)
        return _of(name, a, out)
    return _tine.named(name, ufunc)


log = _logarithm("log", math.log)
log2 = _logarithm("log2", math.log2)
log10 = _logarithm("log10", math.log10)
sin = _of_finite("sin", math.sin)
cos = _of_finite("cos", math.cos)
tan = _of_finite("tan", math.tan)
sinh = _of_floats("sinh")
cosh = _of_floats("cosh")
arcsin = _of_floats("arcsin", "asin")
arccos = _of_floats("arccos", "acos")
arcsinh = _of_floats("arcsinh", "asinh")
arccosh = _of_floats("arccosh", "acosh")
arctanh = _of_floats("arctanh", "atanh")
log1p = _of_floats("log1p")
expm1 = _of_floats("expm1")
exp2 = _of_floats("exp2")
sinc = _of_floats("sinc")
i0 = _of_floats("i0")
radians = deg2rad = _of_floats("deg2rad")
degrees = rad2deg = _of_floats("rad2deg")
rint = _of_floats("rint", "round")


def tanh(a, out=None):
    return _double(math.tanh(a)) if _is_double(a) else _of("tanh", a, out)


def arctan(a):
    return _double(math.atan(a)) if _is_double(a) else _of("atan", a)


def cbrt(a):
    t = _floating(_tensor(a))
    return _as(torch.sign(t) * torch.abs(t) ** (1 / 3), a)


#
# Rounding
#


def _whole(name, function):
    """Ints stay what they are."""
    def ufunc(a, out=None):
        if _is_double(a):
            if _number_type(a) != torch.float64:
                return _number(a)
            return _double(math.copysign(float(function(a)), a) if math.isfinite(a) else a)
        t = _tensor(a)
        return _given(_as(getattr(torch, name)(t) if t.dtype.is_floating_point else t, a), out)
    return _tine.named(name, ufunc)


floor = _whole("floor", math.floor)
ceil = _whole("ceil", math.ceil)
trunc = fix = _whole("trunc", math.trunc)


def round(a, decimals=0, out=None):
    t = _tensor(a)
    if decimals == 0 or not t.dtype.is_floating_point:
        result = torch.round(t)
    else:
        scale = 10.0 ** _python_abs(decimals)
        result = torch.round(t * scale) / scale if decimals > 0 else torch.round(t / scale) * scale
    return _given(_as(result, a), out)


around = round


#
# Tests and comparisons
#


def _of_two_as_they_are(name):
    def ufunc(a, b, out=None):
        return _given(_as(getattr(torch, name)(_tensor(a), _tensor(b)), a, b), out)
    return _tine.named(name, ufunc)


isnan = _of_one("isnan")
isinf = _of_one("isinf")
isfinite = _of_one("isfinite")
isposinf = _of_one("isposinf")
isneginf = _of_one("isneginf")
signbit = _of_one("signbit")
greater = _operator("greater", operator.gt)
greater_equal = _operator("greater_equal", operator.ge)
less = _operator("less", operator.lt)
less_equal = _operator("less_equal", operator.le)
equal = _operator("equal", operator.eq)
not_equal = _operator("not_equal", operator.ne)
logical_and = _of_two_as_they_are("logical_and")
logical_or = _of_two_as_they_are("logical_or")
logical_xor = _of_two_as_they_are("logical_xor")
logical_not = _of_one("logical_not")
bitwise_and = _of_two("bitwise_and")
bitwise_or = _of_two("bitwise_or")
bitwise_xor = _of_two("bitwise_xor")
invert = bitwise_not = _of_one("invert", "bitwise_not")
left_shift = _of_two("left_shift", "bitwise_left_shift")
right_shift = _of_two("right_shift", "bitwise_right_shift")


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    whole = torch.nan_to_num(_tensor(x), nan, posinf, neginf)
    return _wrap(whole if copy else _tensor(x).copy_(whole))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    x, y = _pair_of_tensors(a, b)
    return _wrap(torch.isclose(x, y, rtol, atol, equal_nan))


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(isclose(a, b, rtol, atol, equal_nan).all())

# numpy: functions of elements. Of a number they give a number of NumPy.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import numpy
import torch
from numpy._operands import _as, _floating, _is_number, _number, _number_type, _pair, _pair_of_tensors, _tensor, _type, _wrap

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


#
# Arithmetic
#


def _array_or_number(a):
    return _number(a) if _is_number(a) else a if isinstance(a, numpy.ndarray) else numpy.asarray(a)


def _binary(function, a, b, out, divides=False):
    """Of numbers the operator of numbers, else that of tensors."""
    if _is_number(a) and _is_number(b):
        return _given(function(_number(a), _number(b)), out)
    x, y = _pair(a, b, divides)
    return _given(_as(function(x, y), a, b), out)


def add(a, b, out=None):
    return _binary(lambda x, y: x + y, a, b, out)


def subtract(a, b, out=None):
    return _binary(lambda x, y: x - y, a, b, out)


def multiply(a, b, out=None):
    return _binary(lambda x, y: x * y, a, b, out)


def divide(a, b, out=None):
    return _binary(lambda x, y: x / y, a, b, out, True)


true_divide = divide


def power(a, b, out=None):
    return _binary(lambda x, y: x ** y, a, b, out)


def float_power(a, b):
    return _binary(lambda x, y: x ** y, numpy.float64(a), numpy.float64(b), None)


def mod(a, b, out=None):
    return _binary(lambda x, y: x % y, a, b, out)


remainder = mod


def floor_divide(a, b, out=None):
    return _binary(lambda x, y: x // y, a, b, out)


def fmod(a, b):
    return _of_two("fmod", a, b)


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


def sign(a):
    return _as(torch.sign(_tensor(a)), a)


def _of_two(name, a, b, out=None):
    x, y = _pair_of_tensors(a, b)
    return _given(_as(getattr(torch, name)(x, y), a, b), out)


def maximum(a, b, out=None):
    return _of_two("maximum", a, b, out)


def minimum(a, b, out=None):
    return _of_two("minimum", a, b, out)


def fmax(a, b):
    return _of_two("fmax", a, b)


def fmin(a, b):
    return _of_two("fmin", a, b)


def _of_two_floats(name, a, b):
    x, y = _pair_of_tensors(a, b, True)
    return _as(getattr(torch, name)(x, y), a, b)


def arctan2(a, b):
    return _of_two_floats("atan2", a, b)


def hypot(a, b):
    return _of_two_floats("hypot", a, b)


def copysign(a, b):
    return _of_two_floats("copysign", a, b)


def logaddexp(a, b):
    return _of_two_floats("logaddexp", a, b)


def nextafter(a, b):
    return _of_two_floats("nextafter", a, b)


def heaviside(a, b):
    return _of_two_floats("heaviside", a, b)


def gcd(a, b):
    return _of_two("gcd", a, b)


def lcm(a, b):
    return _of_two("lcm", a, b)


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


def _logarithm(function, name, a, out):
    if _is_double(a):
        return _double(function(a) if a > 0 else -math.inf if a == 0 else math.nan)
    return _of(name, a, out)


def log(a, out=None):
    return _logarithm(math.log, "log", a, out)


def log2(a, out=None):
    return _logarithm(math.log2, "log2", a, out)


def log10(a, out=None):
    return _logarithm(math.log10, "log10", a, out)


def _finite(function, name, a, out):
    if _is_double(a):
        return _double(function(a) if math.isfinite(a) else math.nan)
    return _of(name, a, out)


def sin(a, out=None):
    return _finite(math.sin, "sin", a, out)


def cos(a, out=None):
    return _finite(math.cos, "cos", a, out)


def tan(a, out=None):
    return _finite(math.tan, "tan", a, out)


def tanh(a, out=None):
    return _double(math.tanh(a)) if _is_double(a) else _of("tanh", a, out)


def arctan(a):
    return _double(math.atan(a)) if _is_double(a) else _of("atan", a)


def arcsin(a):
    return _of("asin", a)


def arccos(a):
    return _of("acos", a)


def sinh(a):
    return _of("sinh", a)


def cosh(a):
    return _of("cosh", a)


def arcsinh(a):
    return _of("asinh", a)


def arccosh(a):
    return _of("acosh", a)


def arctanh(a):
    return _of("atanh", a)


def log1p(a, out=None):
    return _of("log1p", a, out)


def expm1(a, out=None):
    return _of("expm1", a, out)


def exp2(a):
    return _of("exp2", a)


def cbrt(a):
    t = _floating(_tensor(a))
    return _as(torch.sign(t) * torch.abs(t) ** (1 / 3), a)


def sinc(a):
    return _of("sinc", a)


def i0(a):
    return _of("i0", a)


def deg2rad(a):
    return _of("deg2rad", a)


def rad2deg(a):
    return _of("rad2deg", a)


radians = deg2rad
degrees = rad2deg


#
# Rounding
#


def _whole(name, function, a, out):
    """Ints stay what they are."""
    if _is_double(a):
        if _number_type(a) != torch.float64:
            return _number(a)
        return _double(math.copysign(float(function(a)), a) if math.isfinite(a) else a)
    t = _tensor(a)
    return _given(_as(getattr(torch, name)(t) if t.dtype.is_floating_point else t, a), out)


def floor(a, out=None):
    return _whole("floor", math.floor, a, out)


def ceil(a, out=None):
    return _whole("ceil", math.ceil, a, out)


def trunc(a, out=None):
    return _whole("trunc", math.trunc, a, out)


fix = trunc


def rint(a):
    return _of("round", a)


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


def isnan(a):
    return _as(torch.isnan(_tensor(a)), a)


def isinf(a):
    return _as(torch.isinf(_tensor(a)), a)


def isfinite(a):
    return _as(torch.isfinite(_tensor(a)), a)


def isposinf(a):
    return _as(torch.isposinf(_tensor(a)), a)


def isneginf(a):
    return _as(torch.isneginf(_tensor(a)), a)


def signbit(a):
    return _as(torch.signbit(_tensor(a)), a)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    whole = torch.nan_to_num(_tensor(x), nan, posinf, neginf)
    return _wrap(whole if copy else _tensor(x).copy_(whole))


def greater(a, b):
    return _binary(lambda x, y: x > y, a, b, None)


def greater_equal(a, b):
    return _binary(lambda x, y: x >= y, a, b, None)


def less(a, b):
    return _binary(lambda x, y: x < y, a, b, None)


def less_equal(a, b):
    return _binary(lambda x, y: x <= y, a, b, None)


def equal(a, b):
    return _binary(lambda x, y: x == y, a, b, None)


def not_equal(a, b):
    return _binary(lambda x, y: x != y, a, b, None)


def logical_and(a, b):
    return _as(torch.logical_and(_tensor(a), _tensor(b)), a, b)


def logical_or(a, b):
    return _as(torch.logical_or(_tensor(a), _tensor(b)), a, b)


def logical_xor(a, b):
    return _as(torch.logical_xor(_tensor(a), _tensor(b)), a, b)


def logical_not(a):
    return _as(torch.logical_not(_tensor(a)), a)


def bitwise_and(a, b):
    return _of_two("bitwise_and", a, b)


def bitwise_or(a, b):
    return _of_two("bitwise_or", a, b)


def bitwise_xor(a, b):
    return _of_two("bitwise_xor", a, b)


def bitwise_not(a):
    return _as(torch.bitwise_not(_tensor(a)), a)


invert = bitwise_not


def left_shift(a, b):
    return _of_two("bitwise_left_shift", a, b)


def right_shift(a, b):
    return _of_two("bitwise_right_shift", a, b)


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    x, y = _pair_of_tensors(a, b)
    return _wrap(torch.isclose(x, y, rtol, atol, equal_nan))


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(isclose(a, b, rtol, atol, equal_nan).all())

# numpy: arrays as tensors of the same memory, and numbers with a dtype.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

from numpy._scalars import (bool, floating, float32, float64, generic, inexact, int16, int32, int64, int8, integer,
    number, signedinteger, uint8, unsignedinteger)
from numpy._operands import _floating, _is_number, _tensor, _tensor_of, _type, _wrap, dtype
from numpy._arrays import ndarray
from numpy._creation import (arange, array, asanyarray, asarray, ascontiguousarray, copy, diag, diagflat, empty,
    empty_like, eye, fromfunction, fromiter, full, full_like, geomspace, identity, indices, linspace, logspace,
    meshgrid, ones, ones_like, tri, tril, tril_indices, triu, triu_indices, vander, zeros, zeros_like)
from numpy._ufuncs import (abs, absolute, add, allclose, arccos, arccosh, arcsin, arcsinh, arctan, arctan2, arctanh,
    around, bitwise_and, bitwise_not, bitwise_or, bitwise_xor, cbrt, ceil, clip, copysign, cos, cosh, deg2rad,
    degrees, divide, divmod, equal, exp, exp2, expm1, fabs, fix, float_power, floor, floor_divide, fmax, fmin, fmod,
    gcd, greater, greater_equal, heaviside, hypot, i0, invert, isclose, isfinite, isinf, isnan, isneginf, isposinf,
    lcm, left_shift, less, less_equal, log, log10, log1p, log2, logaddexp, logical_and, logical_not, logical_or,
    logical_xor, maximum, minimum, mod, multiply, nan_to_num, negative, nextafter, not_equal, positive, power,
    rad2deg, radians, reciprocal, remainder, right_shift, rint, round, sign, signbit, sin, sinc, sinh, sqrt, square,
    subtract, tan, tanh, true_divide, trunc)
from numpy._shapes import (append, c_, r_, apply_along_axis, array_equal, array_split, atleast_1d, atleast_2d, atleast_3d,
    broadcast_arrays, broadcast_to, column_stack, concatenate, cross, delete, diagonal, dot, dsplit, dstack, einsum,
    expand_dims, fill_diagonal, flip, fliplr, flipud, hsplit, hstack, inner, insert, kron, matmul, moveaxis, ndim,
    outer, pad, ravel, repeat, reshape, resize, roll, rollaxis, rot90, shape, size, split, squeeze, stack, swapaxes,
    take, take_along_axis, tensordot, tile, trace, transpose, vdot, vsplit, vstack)
from numpy._reductions import (all, amax, amin, any, argmax, argmin, argsort, argwhere, average, bincount, convolve,
    corrcoef, count_nonzero, cov, cumprod, cumsum, diff, digitize, ediff1d, flatnonzero, gradient, histogram, in1d,
    interp, intersect1d, isin, lexsort, max, mean, median, min, nanargmax, nanargmin, nanmax, nanmean, nanmin, nanstd, nansum,
    nanvar, nonzero, percentile, polyval, prod, ptp, quantile, searchsorted, select, setdiff1d, sort, std, sum,
    trapezoid, union1d, unique, unravel_index, var, where)
from numpy._buffers import frombuffer
from numpy._files import fromfile, genfromtxt, load, loadtxt, save, savetxt, savez, savez_compressed
from numpy._settings import (can_cast, errstate, finfo, iinfo, isscalar, issubdtype, promote_types, result_type,
    seterr, set_printoptions, vectorize)

pi = math.pi
e = math.e
euler_gamma = 0.5772156649015329
inf = math.inf
nan = math.nan
newaxis = None

bool_ = bool
double = float64
single = float32
float_ = float64
int_ = int64
intp = int64
intc = int32
short = int16
byte = int8
ubyte = uint8
long = int64
longlong = int64
True_ = bool(True)
False_ = bool(False)
__version__ = "2.4.6"

# Elementwise functions, reductions and types made of the operators that are built in.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch


def acosh(input):
    return torch.log(input + torch.sqrt(input * input - 1))


def asinh(input):
    # Odd, and without cancellation on the positive side.
    size = torch.abs(input)
    return torch.where(input == 0, input,
                       torch.sign(input) * torch.log(size + torch.sqrt(size * size + 1)))


def atanh(input):
    return 0.5 * (torch.log1p(input) - torch.log1p(-input))


def erfc(input):
    return 1 - torch.erf(input)


def exp2(input):
    return torch.pow(2.0, input)


def deg2rad(input):
    return input * (math.pi / 180)


def rad2deg(input):
    return input * (180 / math.pi)


def sinc(input):
    angle = torch.where(input == 0, 1.0, math.pi * input)
    return torch.where(input == 0, 1.0, torch.sin(angle) / angle)


def logit(input, eps=None):
    if eps is not None:
        input = torch.clamp(input, eps, 1 - eps)
    return torch.log(input / (1 - input))


def logaddexp(input, other):
    # exp of what is never positive cannot overflow. Signs instead of abs and
    # maximum, which have a kink where both are equal; of equal infinities the
    # difference is none.
    same = torch.logical_and(input == other, torch.isinf(input))
    apart = torch.where(same, 0.0, input - other)
    first = apart >= 0
    size = torch.where(first, apart, -apart)
    return torch.where(first, input, other) + torch.log1p(torch.exp(-size))


def hypot(input, other):
    # Of the type of both: integers would wrap.
    kind = (input + other).dtype
    input, other = input.to(kind), other.to(kind)
    return torch.sqrt(input * input + other * other)


def xlogy(input, other):
    return torch.where(input == 0, 0.0, input * torch.log(other))


def heaviside(input, values):
    return torch.where(input == 0, values, (input > 0).to(input.dtype))


def copysign(input, other):
    size = torch.abs(input)
    # The derivative by `other` is zero, and not none.
    one = 1.0 + 0.0 * torch.sign(torch.where(torch.isnan(other), 1.0, other))
    return torch.where(torch.signbit(other), -size, size) * one


def signbit(input):
    # 1 / -0 is minus infinity.
    return torch.logical_or(input < 0, torch.logical_and(input == 0, 1.0 / input < 0))


def positive(input):
    return input


def float_power(input, exponent):
    return torch.pow(input.to(torch.float64), exponent)


def fmax(input, other):
    return torch.where(torch.isnan(input), other,
                       torch.where(torch.isnan(other), input, torch.maximum(input, other)))


def fmin(input, other):
    return torch.where(torch.isnan(input), other,
                       torch.where(torch.isnan(other), input, torch.minimum(input, other)))


def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    limits = torch.finfo(input.dtype)
    high = limits.max if posinf is None else posinf
    low = limits.min if neginf is None else neginf
    output = torch.where(torch.isnan(input), nan, input)
    output = torch.where(output == math.inf, high, output)
    return torch.where(output == -math.inf, low, output)


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    close = torch.abs(input - other) <= atol + rtol * torch.abs(other)
    if input.is_floating_point():
        # Infinities are close to themselves alone.
        close = torch.logical_and(close, torch.isfinite(other))
        if equal_nan:
            close = torch.logical_or(close, torch.logical_and(input != input, other != other))
    return torch.logical_or(close, input == other)


def isin(elements, test_elements, assume_unique=False, invert=False):
    found = (elements.unsqueeze(-1) == test_elements.reshape(-1)).any(-1)
    return torch.logical_not(found) if invert else found


def isposinf(input):
    return input == math.inf


def isneginf(input):
    return input == -math.inf


def is_nonzero(input):
    return bool(input.item())


def is_same_size(input, other):
    return list(input.shape) == list(other.shape)


def greater(input, other):
    return input > other


def greater_equal(input, other):
    return input >= other


def less(input, other):
    return input < other


def less_equal(input, other):
    return input <= other


def not_equal(input, other):
    return input != other


#
# Reductions
#


def logsumexp(input, dim, keepdim=False):
    if input.numel() == 0:
        return torch.log(torch.exp(input).sum(dim, keepdim=keepdim))
    # The greatest element in front of the logarithm keeps exp in range.
    top = torch.amax(input, dim, True)
    top = torch.where(torch.isinf(top), 0.0, top)
    total = torch.log(torch.exp(input - top).sum(dim, keepdim=True)) + top
    if keepdim:
        return total
    dims = [dim] if isinstance(dim, int) else list(dim)
    dims = sorted([d if d >= 0 else d + input.dim() for d in dims])
    for d in reversed(dims):
        total = total.squeeze(d)
    return total


def logcumsumexp(input, dim):
    top = torch.amax(input, dim, True)
    return torch.log(torch.exp(input - top).cumsum(dim)) + top


def count_nonzero(input, dim=None):
    return (input != 0).sum() if dim is None else (input != 0).sum(dim)


def nansum(input, dim=None, keepdim=False):
    counted = torch.where(torch.isnan(input), 0.0, input)
    return counted.sum() if dim is None else counted.sum(dim, keepdim=keepdim)


def nanmean(input, dim=None, keepdim=False):
    present = torch.logical_not(torch.isnan(input))
    count = present.sum() if dim is None else present.sum(dim, keepdim=keepdim)
    return nansum(input, dim, keepdim) / count


def std_mean(input, dim=None, unbiased=True, keepdim=False):
    if dim is None:
        return torch.std(input, unbiased=unbiased), torch.mean(input)
    return (torch.std(input, dim, unbiased, keepdim), torch.mean(input, dim, keepdim))


def var_mean(input, dim=None, unbiased=True, keepdim=False):
    if dim is None:
        return torch.var(input, unbiased=unbiased), torch.mean(input)
    return (torch.var(input, dim, unbiased, keepdim), torch.mean(input, dim, keepdim))


def aminmax(input, dim=None, keepdim=False):
    if dim is None:
        return _tine.pair("aminmax", torch.amin(input), torch.amax(input))
    return _tine.pair("aminmax", torch.amin(input, dim, keepdim), torch.amax(input, dim, keepdim))


def dist(input, other, p=2):
    return torch.norm((input - other).reshape(-1), p)


def cumprod(input, dim, dtype=None):
    if dtype is not None:
        output = input.to(dtype, copy=True)
    elif input.is_floating_point():
        output = input.clone()
    else:
        output = input.to(torch.int64, copy=True)
    if input.dim() == 0:
        return output
    for i in range(1, input.size(dim)):
        output.select(dim, i).mul_(output.select(dim, i - 1))
    return output


def diff(input, n=1, dim=-1):
    for _ in range(n):
        size = input.size(dim)
        if size == 0:
            return input
        after, before = input.narrow(dim, 1, size - 1), input.narrow(dim, 0, size - 1)
        input = torch.logical_xor(after, before) if input.dtype == torch.bool else after - before
    return input


def bincount(input, weights=None, minlength=0):
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    count = minlength
    if input.numel() > 0:
        if int(input.min().item()) < 0:
            raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
        count = max(int(input.max().item()) + 1, minlength)
    places = input.reshape(-1).to(torch.int64)
    if weights is None:
        return _tine.scatter(torch.zeros(count, 1, dtype=torch.int64), places,
                             torch.ones(input.numel(), 1, dtype=torch.int64), "add").reshape(-1)
    if weights.numel() != input.numel():
        raise RuntimeError("weights should be 1-d and have the same length as input")
    kind = torch.float32 if weights.dtype == torch.float32 else torch.float64
    return _tine.scatter(torch.zeros(count, 1, dtype=kind), places,
                         weights.to(kind).reshape(-1, 1), "add").reshape(-1)


def histc(input, bins=100, min=0, max=0):
    low = float(min)
    high = float(max)
    if bins <= 0:
        raise RuntimeError("torch.histc(): bins must be > 0")
    if low == high and input.numel() > 0:
        low = float(input.min().item())
        high = float(input.max().item())
        if low == high:
            low = low - 1
            high = high + 1
    elif low == high:
        high = high + 1
    if not (math.isfinite(low) and math.isfinite(high)):
        raise RuntimeError(f"torch.histc: range of [{low}, {high}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    flat = input.reshape(-1)
    place = torch.clamp(((flat - low) / (high - low) * bins).to(torch.int64), 0, bins - 1)
    # What lies outside is counted behind the last bin.
    inside = torch.logical_and(flat >= low, flat <= high)
    counts = torch.bincount(torch.where(inside, place, bins), minlength=bins + 1)
    return counts.narrow(0, 0, bins).to(input.dtype)


#
# Types and factories
#


class FloatInfo:
    """Limits of a floating-point type."""

    def __init__(self, bits, eps, max, tiny, resolution):
        self.bits = bits
        self.eps = eps
        self.max = max
        self.min = -max
        self.tiny = tiny
        self.smallest_normal = tiny
        self.resolution = resolution


class IntInfo:
    """Limits of an integer type."""

    def __init__(self, bits, min, max):
        self.bits = bits
        self.min = min
        self.max = max


def finfo(type=torch.float32):
    if type == torch.float64:
        return FloatInfo(64, 2.220446049250313e-16, 1.7976931348623157e+308,
                         2.2250738585072014e-308, 1e-15)
    if type == torch.float32:
        return FloatInfo(32, 1.1920928955078125e-07, 3.4028234663852886e+38,
                         1.1754943508222875e-38, 1e-06)
    raise TypeError("torch.finfo() requires a floating point input type")


def iinfo(type):
    if type == torch.int64:
        return IntInfo(64, -9223372036854775807 - 1, 9223372036854775807)
    if type == torch.int32:
        return IntInfo(32, -2147483648, 2147483647)
    if type == torch.uint8:
        return IntInfo(8, 0, 255)
    raise TypeError("torch.iinfo() requires an integer input type")


def result_type(tensor1, tensor2):
    return (tensor1 + tensor2).dtype


def promote_types(type1, type2):
    return (torch.zeros(1, dtype=type1) + torch.zeros(1, dtype=type2)).dtype


def logspace(start, end, steps, base=10.0, dtype=None):
    return torch.pow(base, torch.linspace(start, end, steps, dtype=dtype))


def get_default_dtype():
    return torch.empty(0).dtype

# Elementwise functions, reductions and types made of the operators that are built in.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch


def acosh(input):
    # Where the square of a float is too large, the root is the number.
    huge = input > 1e9
    above = torch.where(huge, 1.0, input) - 1
    near = torch.log1p(above + torch.sqrt(above) * torch.sqrt(above + 2))
    return torch.where(huge, torch.log(torch.where(huge, input, 1.0)) + math.log(2), near)


def asinh(input):
    # Odd, and without cancellation on the positive side.
    size = torch.abs(input)
    huge = size > 1e9
    low = torch.where(huge, 0.0, size)
    near = torch.log1p(low + low * low / (1 + torch.sqrt(low * low + 1)))
    far = torch.log(torch.where(huge, size, 1.0)) + math.log(2)
    return torch.where(input == 0, input, torch.sign(input) * torch.where(huge, far, near))


def atanh(input):
    return 0.5 * (torch.log1p(input) - torch.log1p(-input))


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
    return _log_of_sum(input, other, torch.exp, 1.0)


def logaddexp2(input, other):
    return _log_of_sum(input, other, torch.exp2, 1 / math.log(2))


def _log_of_sum(input, other, power, scale):
    # The power of what is never positive cannot overflow. Signs instead of abs and
    # maximum, which have a kink where both are equal; of equal infinities the
    # difference is none.
    same = torch.logical_and(input == other, torch.isinf(input))
    apart = torch.where(same, 0.0, input - other)
    first = apart >= 0
    size = torch.where(first, apart, -apart)
    return torch.where(first, input, other) + torch.log1p(power(-size)) * scale


def hypot(input, other):
    # Of the type of both: integers would wrap.
    kind = (input + other).dtype
    if input.requires_grad or other.requires_grad:
        with torch.no_grad():
            output = hypot(input.detach(), other.detach())
        graded = tuple([x for x in (input, other) if x.requires_grad])
        return _tine.with_derivative((output,), graded, lambda g: tuple(
            [summed(g * (x / output), x) for x in graded]))[0]
    if kind == torch.float32:
        # No square of a float is too large for a double.
        a, b = input.to(torch.float64), other.to(torch.float64)
        result = torch.sqrt(a * a + b * b).to(kind)
    else:
        a, b = input.to(kind), other.to(kind)
        top = torch.maximum(torch.abs(a), torch.abs(b)).detach()
        plain = (top < 1e150) & (top > 1e-150)
        top = torch.where(plain | (top == 0), 1.0, top)
        result = top * torch.sqrt((a / top) * (a / top) + (b / top) * (b / top))
    endless = torch.isinf(input) | torch.isinf(other)
    return torch.where(endless, math.inf, result)


def both_of_result(input, other):
    """Both, tensors in the type of floats that their product has."""
    kind = torch.result_type(input, other)
    if not kind.is_floating_point:
        kind = torch.get_default_dtype()
    left = input.to(kind) if isinstance(input, torch.Tensor) else torch.full([], float(input), dtype=kind)
    right = other.to(kind) if isinstance(other, torch.Tensor) else torch.full([], float(other), dtype=kind)
    return left, right


def xlogy(input, other):
    input, other = both_of_result(input, other)
    return torch.where((input == 0) & (other == other), 0.0, input * torch.log(other))


def heaviside(input, values):
    return torch.where(input == 0, values, (input > 0).to(input.dtype))


def slopeless(output, *inputs):
    """output, with the derivative 0 by each input."""
    graded = tuple([x for x in inputs if isinstance(x, torch.Tensor) and x.requires_grad])
    if len(graded) == 0:
        return output
    return _tine.with_derivative((output,), graded,
                                 lambda g: tuple([torch.zeros_like(x) for x in graded]))[0]


def summed(grad, like):
    """Over what was broadcast."""
    for _ in range(grad.dim() - like.dim()):
        grad = grad.sum(0)
    for d in range(like.dim()):
        if like.size(d) == 1 and grad.size(d) != 1:
            grad = grad.sum(d, keepdim=True)
    return grad


def copysign(input, other):
    size = torch.abs(input if input.is_floating_point() else input.to(torch.get_default_dtype()))
    if not isinstance(other, torch.Tensor):
        return -size if math.copysign(1.0, other) < 0 else size
    # The derivative by `other` is zero, and not none.
    one = 1.0 + 0.0 * torch.sign(torch.where(torch.isnan(other), 1.0, other))
    return torch.where(torch.signbit(other), -size, size) * one


def signbit(input):
    # 1 / -0 is minus infinity.
    return torch.logical_or(input < 0, torch.logical_and(input == 0, 1.0 / input < 0))


def positive(input):
    return input


def float_power(input, exponent):
    if isinstance(exponent, torch.Tensor):
        exponent = exponent.to(torch.float64)
    return torch.pow(input.to(torch.float64), exponent)


def fmax(input, other):
    return torch.where(torch.isnan(input), other,
                       torch.where(torch.isnan(other), input, torch.maximum(input, other)))


def fmin(input, other):
    return torch.where(torch.isnan(input), other,
                       torch.where(torch.isnan(other), input, torch.minimum(input, other)))


def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    if not input.is_floating_point():
        return input.clone()
    limits = torch.finfo(input.dtype)
    high = limits.max if posinf is None else posinf
    low = limits.min if neginf is None else neginf
    output = torch.where(torch.isnan(input), nan, input)
    output = torch.where(output == math.inf, high, output)
    return torch.where(output == -math.inf, low, output)


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    # Integers are compared with floats, and their distance does not wrap.
    wide = torch.get_default_dtype()
    distant = other if input.is_floating_point() else other.to(wide)
    apart = torch.abs((input.to(wide) if input.dtype == torch.bool else input) - distant)
    close = apart <= atol + torch.abs(rtol * distant)
    if input.is_floating_point():
        # Infinities are close to themselves alone.
        close = torch.logical_and(close, torch.isfinite(apart))
        if equal_nan:
            close = torch.logical_or(close, torch.logical_and(input != input, other != other))
    return torch.logical_or(close, input == other)


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


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
    if input.dim() == 0 or input.numel() == 0:
        return input.clone()
    output = _tine.scan("logsumexp", input, dim)
    if not input.requires_grad:
        return output

    def backward(grad):
        # Sums of what is positive, so in logarithms, too, and from the end.
        def part(size):
            sums = torch.flip(logcumsumexp(torch.flip(torch.log(size) - output, [dim]), dim), [dim])
            return torch.exp(sums + input)

        return part(torch.clamp(grad, min=0.0)) - part(torch.clamp(-grad, min=0.0))

    return _tine.with_derivative((output,), (input,), backward)[0]


def count_nonzero(input, dim=None):
    return (input != 0).sum() if dim is None else (input != 0).sum(dim)


def nansum(input, dim=None, keepdim=False):
    counted = input
    if input.is_floating_point():
        counted = torch.where(torch.isnan(input), 0.0, input)
    return counted.sum() if dim is None else counted.sum(dim, keepdim=keepdim)


def nanmean(input, dim=None, keepdim=False):
    present = torch.logical_not(torch.isnan(input))
    count = present.sum() if dim is None else present.sum(dim, keepdim=keepdim)
    return nansum(input, dim, keepdim) / count


def aminmax(input, *, dim=None, keepdim=False):
    if dim is None:
        if input.numel() == 0:
            raise RuntimeError("aminmax(): cannot compute aminmax over an empty dimension as the operation has "
                               "no identity.")
        low, high = torch.amin(input), torch.amax(input)
        if keepdim:
            shape = [1] * input.dim()
            low, high = low.reshape(shape), high.reshape(shape)
        return _tine.result("aminmax", low, high)
    return _tine.result("aminmax", torch.amin(input, dim, keepdim), torch.amax(input, dim, keepdim))


def dist(input, other, p=2):
    return torch.norm((input - other).reshape(-1), p)


def cumprod(input, dim, *, dtype=None):
    if dtype is not None:
        input = input.to(dtype)
    elif not input.is_floating_point():
        input = input.to(torch.int64)
    output = _tine.scan("prod", input, dim)
    if not input.requires_grad:
        return output

    def from_end(x):
        return torch.flip(torch.cumsum(torch.flip(x, [dim]), dim), [dim])

    def backward(grad):
        # In front of the first zero by division, at it without it, and behind it nothing.
        zero = input == 0
        zeros = torch.cumsum(zero, dim)
        first = zero & (zeros == 1)
        behind = cumprod(torch.where((zeros == 1) & torch.logical_not(zero), input, 1.0), dim)
        front = cumprod(torch.where(zeros == 0, input, 1.0), dim)
        inside = from_end(torch.where(zeros == 0, grad * output, 0.0)) / torch.where(zero, 1.0, input)
        at = from_end(torch.where(zeros == 1, grad * behind, 0.0)) * front
        return torch.where(first, at, torch.where(zeros == 0, inside, 0.0))

    return _tine.with_derivative((output,), (input,), backward)[0]


def bincount(input, weights=None, minlength=0):
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if input.dim() != 1:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if _tine.is_known(input.numel()) and input.numel() == 0:
        # PyTorch looks at no weights where nothing is to be counted.
        return torch.zeros(minlength, dtype=torch.int64)
    count = minlength
    if input.numel() > 0:
        if int(input.min().item()) < 0:
            raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
        count = max(int(input.max().item()) + 1, minlength)
    places = input.to(torch.int64)
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


def _edges(values, bins, limits):
    """Those that are given, or of so many bins between limits or around all values."""
    if isinstance(bins, torch.Tensor):
        return bins
    low, high = (0.0, 0.0) if limits is None else limits
    if limits is None and values.numel() > 0:
        low, high = values.min().item(), values.max().item()
    if low == high:
        low, high = low - 0.5, high + 0.5
    return torch.linspace(low, high, bins + 1, dtype=values.dtype)


def histogram(input, bins, *, range=None, weight=None, density=False):
    if not isinstance(bins, torch.Tensor) and bins <= 0:
        raise RuntimeError("torch.histogram(): bins must be > 0")
    edges = _edges(input, bins, range)
    count = edges.size(0) - 1
    flat = input.reshape(-1).contiguous()
    place = torch.searchsorted(edges, flat, right=True) - 1
    # The last bin has its end, too.
    place = torch.where(flat == edges[-1], count - 1, place)
    inside = (flat >= edges[0]) & (flat <= edges[-1])
    place = torch.where(inside, place, count)
    sums = torch.zeros(count + 1, dtype=input.dtype)
    sums = sums.scatter_add(0, place, torch.ones_like(flat) if weight is None else weight.reshape(-1))
    hist = sums.narrow(0, 0, count).clone()
    if density:
        hist = hist / hist.sum() / (edges[1:] - edges[:-1])
    return _tine.result("histogram", hist, edges)


def histogramdd(input, bins, *, range=None, weight=None, density=False):
    """Counts of points, the rows of `input`, in boxes between edges for each of their coordinates."""
    dims = input.size(-1)
    points = input.reshape(-1, dims) if input.numel() > 0 else input.reshape(0, dims)
    bins = [bins] * dims if isinstance(bins, int) else list(bins)
    if len(bins) != dims:
        raise RuntimeError(f"torch.histogramdd(): The size of bins must be equal to the innermost dimension of the "
                           "input.")
    place = torch.zeros(points.size(0), dtype=torch.int64)
    inside = torch.ones(points.size(0), dtype=torch.bool)
    edges, counts, total = [], [], 1
    for d, given in enumerate(bins):
        x = points.select(1, d).contiguous()
        edge = _edges(x, given, None if range is None else (range[2 * d], range[2 * d + 1]))
        count = edge.size(0) - 1
        at = torch.searchsorted(edge, x, right=True) - 1
        at = torch.where(x == edge[-1], count - 1, at)
        inside = inside & (x >= edge[0]) & (x <= edge[-1])
        place = place * count + torch.clamp(at, 0, count - 1)
        edges.append(edge)
        counts.append(count)
        total = total * count
    # What lies outside is counted behind the last box.
    place = torch.where(inside, place, total)
    sums = torch.zeros(total + 1, dtype=input.dtype)
    sums = sums.scatter_add(0, place, torch.ones(points.size(0), dtype=input.dtype) if weight is None
                            else weight.reshape(-1))
    hist = sums.narrow(0, 0, total).clone().reshape(counts)
    if density:
        hist = hist / hist.sum()
        for d, edge in enumerate(edges):
            shape = [1] * dims
            shape[d] = counts[d]
            hist = hist / (edge[1:] - edge[:-1]).reshape(shape)
    return _tine.result("histogramdd", hist, tuple(edges))


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


def finfo(type=None):
    if type is None:
        type = torch.get_default_dtype()
    if type == torch.float64:
        return FloatInfo(64, 2.220446049250313e-16, 1.7976931348623157e+308,
                         2.2250738585072014e-308, 1e-15)
    if type == torch.float32:
        return FloatInfo(32, 1.1920928955078125e-07, 3.4028234663852886e+38,
                         1.1754943508222875e-38, 1e-06)
    if type == torch.bfloat16:
        return FloatInfo(16, 0.0078125, 3.3895313892515355e+38, 1.1754943508222875e-38, 0.01)
    if type == torch.float16:
        return FloatInfo(16, 0.0009765625, 65504.0, 6.103515625e-05, 0.001)
    raise TypeError("torch.finfo() requires a floating point input type")


def iinfo(type):
    if type == torch.int64:
        return IntInfo(64, -9223372036854775807 - 1, 9223372036854775807)
    if type == torch.int32:
        return IntInfo(32, -2147483648, 2147483647)
    if type == torch.int16:
        return IntInfo(16, -32768, 32767)
    if type == torch.int8:
        return IntInfo(8, -128, 127)
    if type == torch.uint8:
        return IntInfo(8, 0, 255)
    raise TypeError("torch.iinfo() requires an integer input type")


def result_type(tensor1, tensor2):
    return (tensor1 + tensor2).dtype


def promote_types(type1, type2):
    return (torch.zeros(1, dtype=type1) + torch.zeros(1, dtype=type2)).dtype


def logspace(start, end, steps, base=10.0, *, dtype=None, layout=None, device=None, requires_grad=False):
    kind = torch.get_default_dtype() if dtype is None else dtype
    if kind == torch.float64 or kind == torch.float32:
        return torch.pow(base, torch.linspace(start, end, steps, dtype=kind))
    return torch.pow(base, torch.linspace(start, end, steps, dtype=torch.float64)).to(kind)

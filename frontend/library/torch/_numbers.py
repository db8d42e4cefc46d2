# Integers' divisors, parts of floats, and differences along dimensions.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._math import summed


def _integers(name, input, other):
    if not isinstance(input, torch.Tensor) or not isinstance(other, torch.Tensor):
        _tine.unsupported(f"{name} takes two tensors")
    kind = torch.result_type(input, other)
    if kind == torch.bool or kind == torch.float32 or kind == torch.float64:
        _tine.unsupported(f"{name} takes integers")
    return torch.broadcast_tensors(input.to(kind), other.to(kind))


def gcd(input, other):
    a, b = _integers("gcd", input, other)
    # The least integer is negative, and so may be its remainders and the result.
    a, b = torch.abs(a), torch.abs(b)
    while bool((a != 0).any()):
        zero = a == 0
        rest = torch.where(zero, a, torch.fmod(b, torch.where(zero, 1, a)))
        b = torch.where(zero, b, a)
        a = rest
    return b.clone()


def lcm(input, other):
    a, b = _integers("lcm", input, other)
    shared = gcd(a, b)
    none = shared == 0
    quotient = torch.div(a, torch.where(none, 1, shared), rounding_mode="trunc")
    if a.dtype == torch.int8 or a.dtype == torch.int16:
        # The absolute value is one of C's int.
        return torch.where(none, 0, torch.abs(quotient.to(torch.int32) * b)).to(a.dtype)
    return torch.where(none, shared, torch.abs(quotient * b))


def ldexp(input, other):
    if input.is_floating_point() and not other.is_floating_point():
        if other.dtype == torch.bool:
            raise RuntimeError("ldexp: the exponents are integers")
        return _scaled(input, other)
    return input * torch.pow(2.0, other)


def _scaled(x, exponent):
    """x * 2 ** exponent in four steps, of which the last one is rounded."""
    kind = x.dtype
    x = x if kind == torch.float64 else x.to(torch.float32)
    left = torch.clamp(exponent.to(torch.int32), -4400, 4400)
    limit = 1000 if kind == torch.float64 else 120
    for _ in range(5 if kind == torch.float64 else 4):
        step = torch.clamp(left, -limit, limit)
        x = x * torch.pow(2.0, step.to(x.dtype))
        left = left - step
    return x.to(kind)


def frexp(input):
    if not input.is_floating_point():
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    x = input.detach()
    whole = torch.isfinite(x) & (x != 0)
    size = torch.where(whole, torch.abs(x), 1.0).to(torch.float64)
    exponent = torch.floor(torch.log2(size)) + 1
    # The logarithm may be rounded over a power of two.
    mantissa = _halved(size, exponent)
    high = mantissa >= 1
    exponent = torch.where(high, exponent + 1, torch.where(mantissa < 0.5, exponent - 1, exponent))
    exponent = torch.where(whole, exponent, 0.0)
    mantissa = torch.where(whole, _halved(size, exponent), torch.abs(x).to(torch.float64))
    mantissa = torch.where(x < 0, -mantissa, mantissa).to(x.dtype)
    mantissa = torch.where(whole, mantissa, x)
    if input.requires_grad:
        scale = torch.pow(2.0, -exponent).to(x.dtype)
        mantissa = _tine.with_derivative((mantissa,), (input,), lambda g: g * scale)[0]
    return _tine.result("frexp", mantissa, exponent.to(torch.int32))


def _halved(x, exponent):
    """x / 2 ** exponent, in two steps, each of which is in range."""
    half = torch.trunc(exponent / 2)
    return x * torch.pow(2.0, -half) * torch.pow(2.0, half - exponent)


def nextafter(input, other):
    kind = torch.result_type(input, other)
    # In float64, where the steps of all types are exact.
    x, y = torch.broadcast_tensors(input.detach().to(kind).to(torch.float64), other.detach().to(kind).to(torch.float64))
    result = _towards(x, y, *_steps(kind)).to(kind)
    graded = tuple([t for t in (input, other) if t.requires_grad])
    # PyTorch passes the gradient on to the first one.
    return _tine.with_derivative((result,), graded, lambda g: tuple(
        [summed(g, t) if t is input else torch.zeros_like(t) for t in graded]))[0]


def _steps(kind):
    """Bits of the fraction, the least exponent, and the greatest number."""
    if kind == torch.float64:
        return 52, -1022, 1.7976931348623157e+308
    if kind == torch.float32:
        return 23, -126, 3.4028234663852886e+38
    if kind == torch.bfloat16:
        return 7, -126, 3.3895313892515355e+38
    return 10, -14, 65504.0


def _towards(x, y, bits, least, limit):
    """The number behind x on the way to y."""
    size = torch.abs(x)
    finite = torch.isfinite(x) & (x != 0)
    exponent = torch.floor(torch.log2(torch.where(finite, size, 1.0)))
    exponent = torch.where(torch.pow(2.0, exponent) > size, exponent - 1, exponent)
    exponent = torch.where(torch.pow(2.0, exponent + 1) <= size, exponent + 1, exponent)
    exponent = torch.clamp(exponent, min=float(least))
    up = torch.pow(2.0, exponent - bits)
    # Below a power of two numbers are twice as dense.
    edge = (size == torch.pow(2.0, exponent)) & (exponent > least)
    down = torch.where(edge, up / 2, up)
    outward = (y > x) == (x > 0)
    result = torch.where(x > 0, 1.0, -1.0) * torch.where(outward, size + up, size - down)
    result = torch.where(x == 0, torch.sign(y) * 2.0 ** (least - bits), result)
    result = torch.where(torch.isinf(x), torch.sign(x) * limit, result)
    result = torch.where(torch.abs(result) > limit, result * math.inf, result)
    # A zero that is left behind keeps its sign.
    result = torch.where((result == 0) & (x < 0), -0.0, result)
    return torch.where(x == y, y, torch.where(torch.isnan(x), x, torch.where(torch.isnan(y), y, result)))


def _first_of(dim, x):
    return dim if dim >= 0 else dim + x.dim()


def diff(input, n=1, dim=-1, prepend=None, append=None):
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    if input.dim() == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    parts = []
    if prepend is not None:
        parts.append(prepend)
    parts.append(input)
    if append is not None:
        parts.append(append)
    if len(parts) > 1:
        input = torch.cat(parts, dim)
    for _ in range(n):
        size = input.size(dim)
        if size == 0:
            return input
        after, before = input.narrow(dim, 1, size - 1), input.narrow(dim, 0, size - 1)
        input = torch.logical_xor(after, before) if input.dtype == torch.bool else after - before
    return input.clone() if n == 0 else input


def _slices(y, dim):
    size = y.size(dim)
    return y.narrow(dim, 1, max(size - 1, 0)), y.narrow(dim, 0, max(size - 1, 0))


def _areas(name, y, x, dx, dim):
    """The areas of the trapezoids, and what they are multiplied by at last."""
    if x is not None:
        if x.dim() == 1:
            if x.size(0) != y.size(dim):
                raise RuntimeError(f"{name}: There must be one `x` value for each sample point")
            shape = [1] * y.dim()
            shape[dim] = x.size(0)
            x = x.reshape(shape)
        elif x.dim() < y.dim():
            x = x.reshape([1] * (y.dim() - x.dim()) + list(x.shape))
        after, before = _slices(x, dim)
        dx = after - before
        after, before = _slices(y, dim)
        return dx * (after + before), 0.5
    after, before = _slices(y, dim)
    return after + before, 0.5 * dx


def trapezoid(y, x=None, *, dx=1.0, dim=-1):
    if y.size(dim) == 0:
        return torch.zeros_like(y).sum(dim)
    dim = _first_of(dim, y)
    if x is not None:
        areas, factor = _areas("trapezoid", y, x, dx, dim)
        return areas.sum(dim) * factor
    # The sum, without half of either end.
    ends = y.select(dim, 0) + y.select(dim, y.size(dim) - 1)
    return (y.sum(dim) - ends * 0.5) * dx


trapz = trapezoid


def cumulative_trapezoid(y, x=None, *, dx=1.0, dim=-1):
    dim = _first_of(dim, y)
    areas, factor = _areas("cumulative_trapezoid", y, x, dx, dim)
    return areas.cumsum(dim) * factor if x is not None else (areas * factor).cumsum(dim)


def gradient(input, *, spacing=None, dim=None, edge_order=1):
    if input.dtype == torch.uint8:
        raise RuntimeError("torch.gradient does not support uint8 input.")
    spacing = 1 if spacing is None else spacing
    if edge_order != 1 and edge_order != 2:
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    dims = list(range(input.dim())) if dim is None else ([dim] if isinstance(dim, int) else list(dim))
    dims = [_first_of(d, input) for d in dims]
    single = isinstance(spacing, (int, float))
    if not single and len(spacing) != len(dims):
        raise RuntimeError("torch.gradient expected spacing to be unspecified, a scalar or a list of length "
                           f"equal to 'self.dim() = {len(dims)}', but got a list of length {len(spacing)}")
    results = []
    for i in range(len(dims)):
        d = dims[i]
        size = input.size(d)
        if size <= edge_order:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
        step = spacing if single else spacing[i]
        first, last = _slices(input, d)
        if isinstance(step, torch.Tensor) and step.dim() == 1:
            shape = [1] * input.dim()
            shape[d] = size - 1
            gaps = (step[1:] - step[:-1]).reshape(shape)
            slopes = (first - last) / gaps
            result = _inner(input, gaps, d, size)
        else:
            slopes = (first - last) / step
            inside = (input.narrow(d, 2, size - 2) - input.narrow(d, 0, size - 2)) / (2 * step)
            gaps = step
            result = inside
        if edge_order == 1:
            low = slopes.narrow(d, 0, 1)
            high = slopes.narrow(d, size - 2, 1)
        else:
            low = _edge(input, gaps, d, 0, True)
            high = _edge(input, gaps, d, size - 3, False)
        results.append(torch.cat([low, result, high], d))
    return tuple(results)


def _inner(input, gaps, d, size):
    left = gaps.narrow(d, 0, size - 2)
    right = gaps.narrow(d, 1, size - 2)
    a = -right / (left * (left + right))
    b = (right - left) / (left * right)
    c = left / (right * (left + right))
    return (a * input.narrow(d, 0, size - 2) + b * input.narrow(d, 1, size - 2)
            + c * input.narrow(d, 2, size - 2))


def _edge(input, gaps, d, start, is_first):
    y0, y1, y2 = [input.narrow(d, start + k, 1) for k in range(3)]
    if isinstance(gaps, torch.Tensor) and gaps.dim() > 0:
        h1, h2 = gaps.narrow(d, start, 1), gaps.narrow(d, start + 1, 1)
    else:
        h1, h2 = gaps, gaps
    if is_first:
        return (-(2 * h1 + h2) / (h1 * (h1 + h2)) * y0 + (h1 + h2) / (h1 * h2) * y1
                - h1 / (h2 * (h1 + h2)) * y2)
    return (h2 / (h1 * (h1 + h2)) * y0 - (h1 + h2) / (h1 * h2) * y1
            + (h1 + 2 * h2) / (h2 * (h1 + h2)) * y2)


def cov(input, *, correction=1, fweights=None, aweights=None):
    if input.dim() > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with "
                           f"{input.dim()} dimensions")
    x = input.reshape(1, -1) if input.dim() < 2 else input
    if not x.is_floating_point():
        x = x.to(torch.get_default_dtype())
    weights = None
    if fweights is not None:
        weights = fweights
    if aweights is not None:
        weights = aweights if weights is None else fweights * aweights
    count = x.size(1)
    if weights is not None:
        total = weights.sum().to(x.dtype)
        mean = (x * weights).sum(1, keepdim=True) / total
        if aweights is None:
            norm = total - correction
        elif correction == 0:
            norm = total
        else:
            norm = total - correction * (weights * aweights).sum().to(x.dtype) / total
        norm = torch.clamp(norm, min=0.0)
        apart = x - mean
        product = torch.matmul(apart, (apart * weights).t()) / norm
    else:
        apart = x - x.mean(1, keepdim=True)
        # Nothing divided by nothing is not a number.
        product = torch.matmul(apart, apart.t()) / float(max(count - correction, 0)) if count > correction \
            else torch.matmul(apart, apart.t()) / torch.zeros_like(x.sum())
    return product.reshape([]) if x.size(0) == 1 else product


def corrcoef(input):
    c = cov(input)
    if c.dim() == 0:
        return c / c
    spread = torch.sqrt(torch.diagonal_copy(c))
    result = c / spread.unsqueeze(1) / spread.unsqueeze(0)
    return torch.clamp(result, -1.0, 1.0)


def renorm(input, p, dim, maxnorm):
    dim = _first_of(dim, input)
    others = [d for d in range(input.dim()) if d != dim]
    norms = torch.norm(input, p, others, True)
    large = norms > maxnorm
    return input * torch.where(large, maxnorm / (torch.where(large, norms, 1.0) + 1e-7), 1.0)


def constant_pad_nd(input, pad, value=0):
    return torch.nn.functional.pad(input, list(pad), "constant", value)


def unravel_index(indices, shape):
    sizes = [shape] if isinstance(shape, int) else list(shape)
    parts = []
    for d in reversed(range(len(sizes))):
        parts = [torch.remainder(indices, sizes[d])] + parts
        indices = torch.div(indices, sizes[d], rounding_mode="floor")
    return tuple(parts)


def nonzero_static(input, *, size, fill_value=-1):
    places = torch.nonzero(input)
    rest = torch.full([max(size - places.size(0), 0), input.dim()], fill_value, dtype=torch.int64)
    return torch.cat([places, rest]).narrow(0, 0, size).clone()


def std_mean(input, dim=None, unbiased=True, *, keepdim=False, correction=None):
    return _with_mean("std", input, dim, unbiased, keepdim, correction)


def var_mean(input, dim=None, unbiased=True, *, keepdim=False, correction=None):
    return _with_mean("var", input, dim, unbiased, keepdim, correction)


def _with_mean(name, input, dim, unbiased, keepdim, correction):
    if isinstance(dim, bool):
        unbiased = dim
        dim = None
    if correction is None:
        correction = 1 if unbiased else 0
    dims = list(range(input.dim())) if dim is None else dim
    function = torch.std if name == "std" else torch.var
    if input.dim() == 0:
        return function(input, correction=correction), input.mean()
    return (function(input, dims, correction=correction, keepdim=keepdim),
            torch.mean(input, dims, keepdim))

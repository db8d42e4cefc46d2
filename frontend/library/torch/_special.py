# The error function, the normal distribution and small functions, in float64.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._math import both_of_result, summed


def _wide(input):
    return input.detach().to(torch.float64)


def _kind(*inputs):
    """The floating-point type of the result."""
    kind = inputs[0].dtype if len(inputs) == 1 else torch.result_type(inputs[0], inputs[1])
    return kind if kind == torch.float64 or kind == torch.float32 else torch.get_default_dtype()


def _derived(output, input, slope):
    """output, a function of the elements of input whose derivative `slope` computes."""
    if not input.is_floating_point():
        return output
    return _tine.with_derivative((output,), (input,), lambda g: g * slope())[0]


def _second(output, input, other, slope, name):
    """output, derived by `other` only."""
    if isinstance(input, torch.Tensor) and input.requires_grad:
        _tine.unsupported(f"{name} has no derivative by its first argument")
    if not isinstance(other, torch.Tensor) or not other.is_floating_point():
        return output
    return _tine.with_derivative((output,), (other,),
                                 lambda g: summed(g * slope(), other))[0]


def _poly(x, coefficients):
    result = torch.full_like(x, coefficients[0])
    for c in coefficients[1:]:
        result = result * x + c
    return result


def _both(a, b):
    """Tensors of float64 of one shape."""
    a = a if isinstance(a, torch.Tensor) else torch.tensor(float(a), dtype=torch.float64)
    b = b if isinstance(b, torch.Tensor) else torch.tensor(float(b), dtype=torch.float64)
    return torch.broadcast_tensors(_wide(a), _wide(b))


def _erfcx(x):
    """exp(x * x) * erfc(x)."""
    size = torch.abs(x)
    near = torch.exp(size * size) * (1 - torch.erf(size))
    # The trapezoidal rule of an integral, and what its pole adds.
    far = torch.clamp(size, min=0.5)
    square = far * far
    total = 0.5 / square
    for n in range(1, 14):
        total = total + math.exp(-0.25 * n * n) / (0.25 * n * n + square)
    total = total * far * (1 / math.pi)
    pole = 2 * torch.exp(torch.clamp(square, max=40.0)) / (1 - torch.exp(torch.clamp(4 * math.pi * far, max=80.0)))
    total = torch.where(far < 2 * math.pi, total + pole, total)
    result = torch.where(size < 1, near, torch.where(far < 1e50, total, 1 / math.sqrt(math.pi) / far))
    return torch.where(x < 0, 2 * torch.exp(x * x) - result, result)


def _erfc(x):
    size = torch.abs(x)
    result = torch.where(size < 1, 1 - torch.erf(size), torch.exp(-size * size) * _erfcx(size))
    result = torch.where(torch.isinf(x), 0.0, result)
    return torch.where(x < 0, 2 - result, result)


def erfc(input):
    output = _erfc(_wide(input)).to(_kind(input))
    return _derived(output, input,
                    lambda: -2 / math.sqrt(math.pi) * torch.exp(-(input * input)))


def erfcx(input):
    output = _erfcx(_wide(input)).to(_kind(input))
    return _derived(output, input, lambda: 2 * input * erfcx(input) - 2 / math.sqrt(math.pi))


def ndtr(input):
    # As in PyTorch, where it is zero from -5.5 on in float32.
    x = input if input.is_floating_point() else input.to(torch.get_default_dtype())
    return (1 + torch.erf(x / math.sqrt(2))) * 0.5


def _log_ndtr(x):
    t = x * math.sqrt(0.5)
    low = torch.log(_erfcx(-torch.clamp(t, -1e100, 0.0)) / 2) - t * t
    return torch.where(x < -1, low, torch.log1p(-_erfc(t) / 2))


def log_ndtr(input):
    output = _log_ndtr(_wide(input)).to(_kind(input))
    return _derived(output, input,
                    lambda: math.sqrt(2 / math.pi) / erfcx(input * -math.sqrt(0.5)))


def _normal_quantile(apart, tail):
    """Wichura's AS 241 PPND16: `apart` is p - 1/2, `tail` the smaller of p and 1 - p."""
    square = 0.180625 - apart * apart
    near = apart * _poly(square, [
        2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4,
        4.5921953931549871457e4, 1.3731693765509461125e4, 1.9715909503065514427e3,
        1.3314166789178437745e2, 3.3871328727963666080e0]) / _poly(square, [
            5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4,
            2.1213794301586595867e4, 5.3941960214247511077e3, 6.8718700749205790830e2,
            4.2313330701600911252e1, 1.0])
    root = torch.sqrt(-torch.log(tail))
    r = root - 1.6
    middle = _poly(r, [
        7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
        1.27045825245236838258e0, 3.64784832476320460504e0, 5.76949722146069140550e0,
        4.63033784615654529590e0, 1.42343711074968357734e0]) / _poly(r, [
            1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
            1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e0,
            2.05319162663775882187e0, 1.0])
    r = root - 5
    far = _poly(r, [
        2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
        2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e0,
        5.46378491116411436990e0, 6.65790464350110377720e0]) / _poly(r, [
            2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
            7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
            5.99832206555887937690e-1, 1.0])
    outer = torch.where(root <= 5, middle, far)
    return torch.where(torch.abs(apart) <= 0.425, near, torch.where(apart < 0, -outer, outer))


def _ndtri(p):
    inside = (p > 0) & (p < 1)
    p = torch.where(inside, p, torch.where(p == 0, -math.inf, torch.where(p == 1, math.inf, math.nan)))
    within = torch.where(inside, p, 0.5)
    return torch.where(inside, _normal_quantile(within - 0.5, torch.where(within > 0.5, 1 - within, within)), p)


def _erfinv(y):
    # (1 - |y|) / 2 is exact where the tail is used.
    size = torch.abs(y)
    within = torch.where(size < 1, y, 0.0)
    inside = _normal_quantile(within / 2, (1 - torch.abs(within)) / 2) / math.sqrt(2)
    ends = torch.where(size == 1, torch.sign(y) * math.inf, math.nan)
    return torch.where(y == 0, y, torch.where(size < 1, inside, ends))


def erfinv(input):
    output = _erfinv(_wide(input)).to(_kind(input))
    return _derived(output, input, lambda: math.sqrt(math.pi) / 2 * torch.exp(output * output))


def ndtri(input):
    output = _ndtri(_wide(input)).to(_kind(input))

    def slope():
        return math.sqrt(2 * math.pi) * torch.exp(0.5 * output * output)

    return _derived(output, input, slope)


def entr(input):
    if not input.is_floating_point():
        input = input.to(torch.get_default_dtype())
    inside = torch.where(input > 0, input, 1.0)
    outside = torch.where(input == 0, 0.0, -math.inf).to(input.dtype)
    result = torch.where(input > 0, -inside * torch.log(inside), outside)
    result = torch.where(torch.isnan(input), input, result)
    if not input.requires_grad:
        return result
    return _derived(result.detach(), input,
                    lambda: torch.where(input >= 0, -torch.log(input) - 1,
                                        torch.where(torch.isnan(input), input, math.nan)))


def xlog1py(input, other):
    left, right = both_of_result(input, other)
    zero = (left == 0) & torch.logical_not(torch.isnan(right))
    return torch.where(zero, 0.0, left * torch.log1p(torch.where(zero, 0.0, right)))

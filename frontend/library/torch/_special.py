# Special functions: computed in float64 from series, continued fractions and sums.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._math import summed

_EULER = 0.57721566490153286


def _wide(input):
    return input.detach().to(torch.float64)


def _kind(*inputs):
    """The floating-point type of the result."""
    kind = None
    for x in inputs:
        if isinstance(x, torch.Tensor):
            kind = x.dtype if kind is None else torch.promote_types(kind, x.dtype)
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


#
# Gamma and what belongs to it
#


def _log_gamma_above(x):
    """For x >= 0.5: Stirling's series behind a shift."""
    product = torch.ones_like(x)
    for _ in range(10):
        small = x < 10
        product = torch.where(small, product * x, product)
        x = torch.where(small, x + 1, x)
    inverse = 1 / x
    square = inverse * inverse
    series = _poly(square, [-1 / 360360 * 691, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12])
    result = (x - 0.5) * torch.log(x) - x + 0.91893853320467274178 + series * inverse
    return torch.where(torch.isinf(x), x, result) - torch.log(product)


def _log_gamma(x):
    low = x < 0.5
    above = _log_gamma_above(torch.where(low, 1 - x, x))
    apart = torch.abs(x - torch.round(x))
    below = math.log(math.pi) - torch.log(torch.sin(math.pi * apart)) - above
    result = torch.where(low, below, above)
    result = torch.where((x == 1) | (x == 2), 0.0, result)
    pole = (x <= 0) & (torch.floor(x) == x)
    return torch.where(pole | torch.isinf(x), math.inf, result)


def lgamma(input):
    output = _log_gamma(_wide(input)).to(_kind(input))
    return _derived(output, input, lambda: digamma(input))


def _digamma(x):
    low = x < 0
    y = torch.where(low, 1 - x, x)
    shift = torch.zeros_like(y)
    for _ in range(10):
        small = y < 10
        shift = torch.where(small, shift + 1 / y, shift)
        y = torch.where(small, y + 1, y)
    inverse = 1 / (y * y)
    series = _poly(inverse, [691 / 32760, -1 / 132, 1 / 240, -1 / 252, 1 / 120, -1 / 12, 0.0])
    result = torch.log(y) - 0.5 / y + series - shift
    apart = x - torch.round(x)
    result = torch.where(low, result - math.pi / torch.tan(math.pi * apart), result)
    result = torch.where(low & (apart == 0), math.nan, result)
    result = torch.where(x == 0, -torch.copysign(torch.full_like(x, math.inf), x), result)
    return torch.where(x == math.inf, x, torch.where(x == -math.inf, math.nan, result))


def digamma(input):
    output = _digamma(_wide(input)).to(_kind(input))
    return _derived(output, input, lambda: polygamma(1, input))


def _trigamma(x, kind):
    low = x < 0.5
    y = torch.where(low, 1 - x, x)
    shift = torch.zeros_like(y)
    for _ in range(10):
        small = y < 10
        shift = torch.where(small, shift + 1 / (y * y), shift)
        y = torch.where(small, y + 1, y)
    inverse = 1 / (y * y)
    series = _poly(inverse, [-691 / 2730, 5 / 66, -1 / 30, 1 / 42, -1 / 30, 1 / 6, 0.0])
    result = 1 / y + 0.5 * inverse + series / y + shift
    # At a pole PyTorch has the square of a rounded sine.
    apart = x - torch.round(x)
    rounded = torch.sin(math.pi * x.to(kind)).to(torch.float64)
    sine = torch.where(apart == 0, rounded, torch.sin(math.pi * apart))
    return torch.where(low, math.pi * math.pi / (sine * sine) - result, result)


def polygamma(n, input):
    if isinstance(n, torch.Tensor):
        n, input = input, n
    if n < 0:
        raise RuntimeError(f"polygamma(n, x) does not support negative n.")
    if n == 0:
        return digamma(input)
    if n == 1:
        output = _trigamma(_wide(input), _kind(input))
    else:
        factor = float(math.factorial(n)) * (1.0 if n % 2 == 1 else -1.0)
        output = factor * _zeta(torch.full_like(_wide(input), n + 1.0), _wide(input))
    return _derived(output.to(_kind(input)), input, lambda: polygamma(n + 1, input))


def mvlgamma(input, p):
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")
    output = lgamma(input)
    for i in range(1, p):
        output = output + lgamma(input - 0.5 * i)
    return output + p * (p - 1) * math.log(math.pi) / 4


multigammaln = mvlgamma


def _zeta(s, q):
    """Hurwitz' function: nine terms or more, then Euler and Maclaurin's sum."""
    whole = torch.floor(q) == q
    bad = (s < 1) | ((q <= 0) & torch.logical_not(whole) & (torch.floor(s) != s))
    pole = (s == 1) | ((q <= 0) & whole)
    usable = torch.logical_not(bad | pole)
    a = torch.where(usable, q, 1.0)
    power = torch.where(usable, s, 2.0)
    total = torch.zeros_like(a)
    for _ in range(10):
        total = total + _power(a, -power)
        a = a + 1
    while bool((a < 10).any()):
        small = a < 10
        total = torch.where(small, total + _power(a, -power), total)
        a = torch.where(small, a + 1, a)
    last = _power(a, -power)
    total = total + last * a / (power - 1) + 0.5 * last
    # B(2k) / (2k)! with rising factors.
    factor = power
    term = last / a
    terms = [1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000,
             1 / 74724249600]
    k = 0
    for c in terms:
        total = total + c * factor * term
        factor = factor * (power + 2 * k + 1) * (power + 2 * k + 2)
        term = term / (a * a)
        k += 1
    total = torch.where(pole, math.inf, total)
    return torch.where(bad & torch.logical_not(s == 1), math.nan, total)


def _power(base, exponent):
    """Also of a negative base with a whole exponent."""
    size = torch.exp(exponent * torch.log(torch.abs(base)))
    odd = torch.remainder(exponent, 2.0) == 1
    return torch.where((base < 0) & odd, -size, size)


def _both(a, b):
    """Tensors of float64 of one shape."""
    a = a if isinstance(a, torch.Tensor) else torch.tensor(float(a), dtype=torch.float64)
    b = b if isinstance(b, torch.Tensor) else torch.tensor(float(b), dtype=torch.float64)
    return torch.broadcast_tensors(_wide(a), _wide(b))


def zeta(input, other):
    s, q = _both(input, other)
    output = _zeta(s, q).to(_kind(input, other))
    return _second(output, input, other, lambda: -input * zeta(input + 1, other), "zeta")


def _incomplete(a, x):
    """The lower and the upper one, each computed where it is the smaller one."""
    lower = x < a + 1
    front = torch.exp(a * torch.log(x) - x - _log_gamma(a))
    term = 1 / a
    total = term
    n = a
    small_x = torch.where(lower, x, 0.0)
    for _ in range(400):
        n = n + 1
        term = term * small_x / n
        total = total + term
    series = total * front
    # A continued fraction, from its end.
    high_x = torch.where(lower, a + 10, x)
    fraction = torch.zeros_like(x)
    for k in range(300, 0, -1):
        fraction = k * (k - a) / (high_x + 2 * k + 1 - a - fraction)
    upper = front / (high_x + 1 - a - fraction)
    p = torch.where(lower, series, 1 - upper)
    q = torch.where(lower, 1 - series, upper)
    for value, other in [(0.0, 1.0)]:
        p = torch.where(x == 0, value, p)
        q = torch.where(x == 0, other, q)
        endless = torch.isinf(x) | (a == 0)
        p = torch.where(endless, other, p)
        q = torch.where(endless, value, q)
        p = torch.where(torch.isinf(a), torch.where(torch.isinf(x), math.nan, value), p)
        q = torch.where(torch.isinf(a), torch.where(torch.isinf(x), math.nan, other), q)
    bad = (x < 0) | (a < 0) | ((a == 0) & (x == 0)) | torch.isnan(x) | torch.isnan(a)
    return torch.where(bad, math.nan, p), torch.where(bad, math.nan, q)


def _gamma_density(a, x):
    return torch.exp((a - 1) * torch.log(x) - x - lgamma(a))


def igamma(input, other):
    a, x = _both(input, other)
    output = _incomplete(a, x)[0].to(_kind(input, other))
    return _second(output, input, other, lambda: _gamma_density(input, other), "igamma")


def igammac(input, other):
    a, x = _both(input, other)
    output = _incomplete(a, x)[1].to(_kind(input, other))
    return _second(output, input, other, lambda: -_gamma_density(input, other), "igammac")


gammainc = igamma
gammaincc = igammac
gammaln = lgamma
psi = digamma


#
# The error function and the normal distribution
#


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


def _ndtri(p):
    """Newton's steps, from the nearer end and in logarithms."""
    tail = torch.where(p > 0.5, 1 - p, p)
    inside = (tail > 0) & (tail <= 0.5)
    tail = torch.where(inside, tail, 0.25)
    goal = torch.log(tail)
    x = -torch.sqrt(torch.clamp(-2 * goal - torch.log(torch.clamp(-4 * math.pi * goal, min=1.0)), min=0.0))
    for _ in range(30):
        value = _log_ndtr(x)
        slope = torch.exp(-0.5 * x * x - value) / math.sqrt(2 * math.pi)
        x = x - (value - goal) / slope
    x = torch.where(p == 0.5, 0.0, torch.where(p > 0.5, -x, x))
    x = torch.where(p == 0, -math.inf, torch.where(p == 1, math.inf, x))
    return torch.where((p >= 0) & (p <= 1), x, math.nan)


def erfinv(input):
    # A rational function, then two of Newton's steps, as PyTorch does it.
    if not input.is_floating_point():
        input = input.to(torch.get_default_dtype())
    y = input.detach()
    size = torch.abs(y)
    near = size <= 0.7
    square = torch.where(near, y * y, 0.25)
    low = y * _poly(square, [-0.140543331, 0.914624893, -1.645349621, 0.886226899]) / _poly(
        square, [0.012229801, -0.329097515, 1.442710462, -2.118377725, 1.0])
    inside = (size > 0.7) & (size < 1)
    z = torch.sqrt(-torch.log((1.0 - torch.where(inside, size, 0.8)) / 2.0))
    high = torch.sign(y) * _poly(z, [1.641345311, 3.429567803, -1.624906493, -1.970840454]) / _poly(
        z, [1.637067800, 3.543889200, 1.0])
    x = torch.where(near, low, high)
    for _ in range(2):
        x = x - (torch.erf(x) - y) / (2.0 / math.sqrt(math.pi) * torch.exp(-x * x))
    ends = torch.where(size == 1, torch.sign(y) * math.inf, math.nan)
    output = torch.where(near | inside, x, ends)
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
    result = torch.where(input > 0, -inside * torch.log(inside), torch.where(input == 0, 0.0, -math.inf))
    result = torch.where(torch.isnan(input), input, result)
    if not input.requires_grad:
        return result
    return _derived(result.detach(), input,
                    lambda: torch.where(input >= 0, -torch.log(input) - 1,
                                        torch.where(torch.isnan(input), input, math.nan)))


def xlog1py(input, other):
    left = input if isinstance(input, torch.Tensor) else torch.full([], float(input))
    right = other if isinstance(other, torch.Tensor) else torch.full([], float(other))
    zero = (left == 0) & torch.logical_not(torch.isnan(right))
    return torch.where(zero, 0.0, left * torch.log1p(torch.where(zero, 0.0, right)))


def logaddexp2(input, other):
    return torch.logaddexp(input * math.log(2), other * math.log(2)) / math.log(2)


#
# Bessel functions
#


def _series(x, first, order, sign):
    """The sum of (sign * x * x / 4) ** k / (k! * (k + order)!), times `first`."""
    y = sign * 0.25 * x * x
    term = torch.ones_like(x) * first
    total = term
    for k in range(1, 61):
        term = term * y / (k * (k + order))
        total = total + term
    return total


def _far(x, order, sign):
    """The even and the odd part of Hankel's sum for large x; with sign 1 the whole in the first."""
    mu = 4.0 * order * order
    term = torch.ones_like(x)
    even = term
    odd = torch.zeros_like(x)
    for k in range(1, 25):
        factor = (mu - (2 * k - 1) * (2 * k - 1)) / (8.0 * k)
        next = term * factor / x
        # The terms of an asymptotic series grow in the end.
        next = torch.where(torch.abs(next) > torch.abs(term), 0.0, next)
        term = next
        if sign > 0:
            even = even + (term if k % 2 == 0 else -term)
        elif k % 2 == 1:
            odd = odd + (term if k % 4 == 1 else -term)
        else:
            even = even + (term if k % 4 == 0 else -term)
    return even, odd


def _scaled_i(x, order):
    """exp(-|x|) * I(x)."""
    size = torch.abs(x)
    low = torch.where(size < 20, size, 0.0)
    near = _series(low, 1.0 if order == 0 else 0.5 * low, order, 1) * torch.exp(-low)
    high = torch.where(size < 20, 20.0, size)
    far = _far(high, order, 1)[0] / (math.sqrt(2 * math.pi) * torch.sqrt(high))
    result = torch.where(size < 20, near, far)
    result = torch.where(torch.isnan(x), x, result)
    return result if order == 0 else torch.where(x < 0, -result, result)


def i0e(input):
    output = _scaled_i(_wide(input), 0).to(_kind(input))
    return _derived(output, input, lambda: i1e(input) - torch.sgn(input) * i0e(input))


def _power_of_e(x, kind):
    # PyTorch's overflows in the type of the result, earlier than the product.
    return torch.where(x > math.log(torch.finfo(kind).max), math.inf, torch.exp(x))


def i0(input):
    x = _wide(input)
    output = (_scaled_i(x, 0) * _power_of_e(torch.abs(x), _kind(input))).to(_kind(input))
    return _derived(output, input, lambda: i1(input))


def i1e(input):
    output = _scaled_i(_wide(input), 1).to(_kind(input))

    def slope():
        near = torch.abs(input) < 1e-7
        safe = torch.where(near, 1.0, input)
        return torch.where(near, 0.5, i0e(safe) - i1e(safe) * (torch.sgn(safe) + 1 / safe))

    return _derived(output, input, slope)


def i1(input):
    x = _wide(input)
    output = (_scaled_i(x, 1) * _power_of_e(torch.abs(x), _kind(input))).to(_kind(input))

    def slope():
        near = torch.abs(input) < 1e-7
        safe = torch.where(near, 1.0, input)
        return torch.where(near, 0.5, i0(safe) - i1(safe) / safe)

    return _derived(output, input, slope)


def _constant(input, compute, name):
    if input.requires_grad:
        _tine.unsupported(f"special.{name} has no derivative")
    return compute(_wide(input)).to(_kind(input))


def modified_bessel_i0(input):
    return _constant(input, lambda x: _scaled_i(x, 0) * torch.exp(torch.abs(x)), "modified_bessel_i0")


def modified_bessel_i1(input):
    return _constant(input, lambda x: _scaled_i(x, 1) * torch.exp(torch.abs(x)), "modified_bessel_i1")


def _scaled_k(x, order):
    """exp(x) * K(x): a series near 0, then the trapezoidal rule of an integral."""
    low = torch.where(x < 2, x, 1.0)
    y = 0.25 * low * low
    log = torch.log(0.5 * low) + _EULER
    term = torch.ones_like(low)
    total = torch.zeros_like(low)
    harmonic = 0.0
    if order == 0:
        for k in range(1, 20):
            term = term * y / (k * k)
            harmonic = harmonic + 1.0 / k
            total = total + harmonic * term
        near = total - log * _series(low, 1.0, 0, 1)
    else:
        total = total + term
        for k in range(1, 20):
            term = term * y / (k * (k + 1))
            harmonic = harmonic + 1.0 / k
            total = total + term * (2 * harmonic + 1.0 / (k + 1))
        near = 1 / low + log * _series(low, 0.5 * low, 1, 1) - 0.25 * low * total
    high = torch.where(x < 2, 2.0, x)
    # In t = u / sqrt(x), so that the width stays.
    scale = 1 / torch.sqrt(high)
    sum = torch.full_like(high, 0.5)
    for n in range(1, 101):
        t = scale * (0.1 * n)
        cosh = torch.cosh(t)
        part = torch.exp(-high * (cosh - 1))
        sum = sum + (part * cosh if order == 1 else part)
    far = sum * 0.1 * scale
    result = torch.where(x < 2, near * torch.exp(low), far)
    return torch.where(x == 0, math.inf, torch.where(x < 0, math.nan, result))


def modified_bessel_k0(input):
    return _constant(input, lambda x: _scaled_k(x, 0) * torch.exp(-x), "modified_bessel_k0")


def modified_bessel_k1(input):
    return _constant(input, lambda x: _scaled_k(x, 1) * torch.exp(-x), "modified_bessel_k1")


def scaled_modified_bessel_k0(input):
    return _constant(input, lambda x: _scaled_k(x, 0), "scaled_modified_bessel_k0")


def scaled_modified_bessel_k1(input):
    return _constant(input, lambda x: _scaled_k(x, 1), "scaled_modified_bessel_k1")


def _waves(size, order):
    """What J and Y are for large arguments."""
    high = torch.where(size < 14, 14.0, size)
    even, odd = _far(high, order, -1)
    angle = high - (0.5 * order + 0.25) * math.pi
    scale = torch.sqrt(2 / (math.pi * high))
    cosine, sine = torch.cos(angle), torch.sin(angle)
    return (even * cosine - odd * sine) * scale, (even * sine + odd * cosine) * scale


def _bessel_j(x, order):
    size = torch.abs(x)
    low = torch.where(size < 14, size, 0.0)
    near = _series(low, 1.0 if order == 0 else 0.5 * low, order, -1)
    result = torch.where(size < 14, near, _waves(size, order)[0])
    result = torch.where(torch.isinf(x), 0.0, torch.where(torch.isnan(x), x, result))
    return result if order == 0 else torch.where(x < 0, -result, result)


def _bessel_y(x, order):
    low = torch.where((x < 14) & (x > 0), x, 1.0)
    y = -0.25 * low * low
    term = torch.ones_like(low)
    total = torch.zeros_like(low)
    harmonic = 0.0
    log = 2 / math.pi * (torch.log(0.5 * low) + _EULER)
    if order == 0:
        for k in range(1, 61):
            term = term * y / (k * k)
            harmonic = harmonic + 1.0 / k
            total = total + harmonic * term
        near = log * _series(low, 1.0, 0, -1) - 2 / math.pi * total
    else:
        total = total + term
        for k in range(1, 61):
            term = term * y / (k * (k + 1))
            harmonic = harmonic + 1.0 / k
            total = total + term * (2 * harmonic + 1.0 / (k + 1))
        near = (log * _series(low, 0.5 * low, 1, -1) - 2 / (math.pi * low)
                - low / (2 * math.pi) * total)
    result = torch.where(x < 14, near, _waves(x, order)[1])
    result = torch.where(x == 0, -math.inf, torch.where(x < 0, math.nan, result))
    return torch.where(torch.isnan(x), x, torch.where(x == math.inf, 0.0, result))


def bessel_j0(input):
    return _constant(input, lambda x: _bessel_j(x, 0), "bessel_j0")


def bessel_j1(input):
    return _constant(input, lambda x: _bessel_j(x, 1), "bessel_j1")


def bessel_y0(input):
    return _constant(input, lambda x: _bessel_y(x, 0), "bessel_y0")


def bessel_y1(input):
    return _constant(input, lambda x: _bessel_y(x, 1), "bessel_y1")


def spherical_bessel_j0(input):
    def compute(x):
        safe = torch.where(torch.abs(x) < 1e-4, 1.0, x)
        result = torch.where(torch.abs(x) < 1e-4, 1 - x * x / 6, torch.sin(safe) / safe)
        return torch.where(torch.isinf(x), 0.0, result)

    return _constant(input, compute, "spherical_bessel_j0")


#
# Polynomials, by their recurrences
#


def _polynomial(input, n, first, next, name):
    """`first(x)` is the one of degree 1, `next(k, x, a, b)` the one behind b, of degree k."""
    for given in (input, n):
        if isinstance(given, torch.Tensor) and given.requires_grad:
            _tine.unsupported(f"special.{name} has no derivative")
    x, degree = _both(input, n)
    degree = torch.trunc(degree)
    result = torch.where(degree == 0, 1.0, 0.0)
    before = torch.ones_like(x)
    now = first(x)
    result = torch.where(degree == 1, now, result)
    if degree.numel() > 0:
        for k in range(2, int(degree.max().item()) + 1):
            last = now
            now = next(k, x, before, now)
            before = last
            result = torch.where(degree == k, now, result)
    return torch.where(torch.isnan(x) & (degree > 0), x, result).to(_kind(input, n))


def chebyshev_polynomial_t(input, n):
    return _polynomial(input, n, lambda x: x, lambda k, x, a, b: 2 * x * b - a, "chebyshev_polynomial_t")


def chebyshev_polynomial_u(input, n):
    return _polynomial(input, n, lambda x: 2 * x, lambda k, x, a, b: 2 * x * b - a, "chebyshev_polynomial_u")


def chebyshev_polynomial_v(input, n):
    return _polynomial(input, n, lambda x: 2 * x - 1, lambda k, x, a, b: 2 * x * b - a, "chebyshev_polynomial_v")


def chebyshev_polynomial_w(input, n):
    return _polynomial(input, n, lambda x: 2 * x + 1, lambda k, x, a, b: 2 * x * b - a, "chebyshev_polynomial_w")


def _twice(input):
    """2 x - 1, which the shifted ones are of."""
    if isinstance(input, torch.Tensor):
        return 2 * (input if input.is_floating_point() else input.to(torch.get_default_dtype())).to(torch.float64) - 1
    return 2.0 * input - 1.0


def _shifted(function, input, n):
    kind = _kind(input, n)
    return function(_twice(input), n).to(kind)


def shifted_chebyshev_polynomial_t(input, n):
    return _shifted(chebyshev_polynomial_t, input, n)


def shifted_chebyshev_polynomial_u(input, n):
    return _shifted(chebyshev_polynomial_u, input, n)


def shifted_chebyshev_polynomial_v(input, n):
    return _shifted(chebyshev_polynomial_v, input, n)


def shifted_chebyshev_polynomial_w(input, n):
    return _shifted(chebyshev_polynomial_w, input, n)


def hermite_polynomial_h(input, n):
    return _polynomial(input, n, lambda x: 2 * x, lambda k, x, a, b: 2 * x * b - 2 * (k - 1) * a,
                       "hermite_polynomial_h")


def hermite_polynomial_he(input, n):
    return _polynomial(input, n, lambda x: x, lambda k, x, a, b: x * b - (k - 1) * a,
                       "hermite_polynomial_he")


def laguerre_polynomial_l(input, n):
    return _polynomial(input, n, lambda x: 1 - x,
                       lambda k, x, a, b: ((2 * k - 1 - x) * b - (k - 1) * a) / k,
                       "laguerre_polynomial_l")


def legendre_polynomial_p(input, n):
    return _polynomial(input, n, lambda x: x,
                       lambda k, x, a, b: ((2 * k - 1) * x * b - (k - 1) * a) / k,
                       "legendre_polynomial_p")

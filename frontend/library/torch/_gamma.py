# The gamma function and what belongs to it, in float64.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._special import _both, _derived, _erfc, _kind, _poly, _second, _wide


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
    tiny = torch.abs(x) < 1e-300
    result = torch.where(tiny, -torch.log(torch.where(tiny & (x != 0), torch.abs(x), 1.0)), result)
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
    power = torch.clamp(torch.where(usable, s, 2.0), max=1e300)
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
    # Of great powers nothing is left there.
    rising = torch.clamp(power, max=1e4)
    factor = rising
    term = last / a
    terms = [1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000,
             1 / 74724249600]
    k = 0
    for c in terms:
        total = total + c * factor * term
        factor = factor * (rising + 2 * k + 1) * (rising + 2 * k + 2)
        term = term / (a * a)
        k += 1
    total = torch.where(pole, math.inf, total)
    return torch.where(bad & torch.logical_not(s == 1), math.nan, total)


def _power(base, exponent):
    """Also of a negative base with a whole exponent."""
    size = torch.exp(exponent * torch.log(torch.abs(base)))
    odd = torch.remainder(exponent, 2.0) == 1
    return torch.where((base < 0) & odd, -size, size)


def zeta(input, other):
    s, q = _both(input, other)
    output = _zeta(s, q).to(_kind(input, other))
    return _second(output, input, other, lambda: -input * zeta(input + 1, other), "zeta")


# Temme's expansion of the incomplete gamma functions for large a: polynomials in
# eta, the powers of 1 / a from the last one on (DLMF 8.12).
_TEMME = [
    [-0.00019932570516188847, 0.0002772753244959392, -6.972813758365857e-05, -0.00033679855336635813],
    [-3.968365047179435e-05, 6.641498215465122e-05, -1.4638452578843418e-06, -0.0002990724803031902,
     0.0007840392217200666, -0.0008618882909167117],
    [1.4230900732435883e-06, -5.6749528269915965e-06, 1.1082654115347302e-05, -2.396505113867297e-07,
     -7.561801671883977e-05, 0.00026772063206283885, -0.0004691894943952557, 0.00022947209362139917,
     0.0006494341563786008],
    [1.4280614206064242e-07, -6.298992138380055e-07, 1.3721957309062934e-06, 3.423578734096138e-08,
     -1.2760635188618728e-05, 5.2923448829120125e-05, -0.0001073665322636516, 2.0093878600823047e-06,
     0.0007716049382716049, -0.0026813271604938273, 0.004133597883597883],
    [1.1951628599778148e-08, -5.752545603517705e-08, 1.378633446915721e-07, 4.647127802807434e-09,
     -1.6120900894563446e-06, 7.64916091608111e-06, -1.8098550334489977e-05, -4.018775720164609e-07,
     0.00020576131687242798, -0.0009902263374485596, 0.0026455026455026454, -0.003472222222222222,
     -0.001851851851851852],
    [9.14769958223679e-10, -4.382036018453353e-09, 1.0261809784240309e-08, 6.707853543401498e-09,
     -1.7665952736826078e-07, 8.296711340953087e-07, -1.85406221071516e-06, -2.185448510679992e-06,
     3.919263178522438e-05, -0.0001787551440329218, 0.0003527336860670194, 0.0011574074074074073,
     -0.014814814814814815, 0.08333333333333333, -0.3333333333333333]]


def _log1p_minus(x):
    """log(1 + x) - x."""
    near = torch.abs(x) < 0.35
    small = torch.where(near, x, 0.0)
    u = small / (2 + small)
    series = _poly(u * u, [1 / (2 * k + 3) for k in range(12, -1, -1)])
    return torch.where(near, 2 * u * u * u * series - small * u, torch.log1p(x) - x)


def _front(a, x):
    """x ** a * exp(-x) / gamma(a)."""
    large = a >= 10
    big = torch.where(large, a, 10.0)
    inverse = 1 / big
    stirling = _poly(inverse * inverse, [1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12]) * inverse
    scaled = torch.exp(big * _log1p_minus((x - big) / big) - stirling)
    return torch.where(large, torch.sqrt(big / (2 * math.pi)) * scaled,
                       torch.exp(a * torch.log(x) - x - _log_gamma(a)))


def _lower_series(a, x):
    """The sum of x ** n / (a * (a + 1) * ... * (a + n))."""
    term = 1 / a
    total = term
    n = a
    count = 0
    while bool((term > 1e-17 * total).any()) and count < 2000:
        n = n + 1
        term = term * x / n
        total = total + term
        count = count + 1
    return total


def _log_gamma_behind_one(a):
    """log(gamma(1 + a)), good for small a."""
    # Euler's constant and zeta(k) / k.
    near = torch.clamp(a, max=0.05)
    series = near * _poly(near, [
        -0.07693251641135219, 0.083353840546109, -0.09095401714582904, 0.10009945751278181, -0.11133426586956469,
        0.12550966952474304, -0.14404989676884612, 0.1695571769974082, -0.20738555102867398,
        0.27058080842778454, -0.40068563438653143, 0.8224670334241132, -0.5772156649015329])
    return torch.where(a < 0.05, series, _log_gamma_above(1 + a))


def _upper_series(a, x):
    """The upper function of small a and x, where 1 minus the lower one has no digits."""
    factor = -x
    total = factor / (a + 1)
    for n in range(2, 20):
        factor = factor * -x / n
        total = total + factor / (a + n)
    power = a * torch.log(x) - _log_gamma_behind_one(a)
    return -torch.expm1(power) - a * torch.exp(power) * total


def _upper_fraction(a, x):
    """The continued fraction of gamma(a, x) * exp(x) / x ** a, by Lentz' method."""
    b = x + 1 - a
    d = 1 / b
    c = torch.full_like(b, math.inf)
    value = d
    change = torch.full_like(b, 2.0)
    count = 0
    while bool((torch.abs(change - 1) > 4e-16).any()) and count < 2000:
        count = count + 1
        factor = count * (a - count)
        b = b + 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        change = c * d
        value = value * change
    return value


def _incomplete_of_large(a, x):
    """Both functions where x is near a large a."""
    half = torch.where(x < a, -1.0, 1.0) * torch.sqrt(-_log1p_minus((x - a) / a))
    eta = half * math.sqrt(2)
    total = torch.zeros_like(a)
    for row in _TEMME:
        total = total / a + _poly(eta, row)
    rest = torch.exp(-a * half * half) / torch.sqrt(2 * math.pi * a) * total
    end = half * torch.sqrt(a)
    return 0.5 * _erfc(-end) - rest, 0.5 * _erfc(end) + rest


def _incomplete(a, x):
    """The lower and the upper one; each by what has no cancellation there."""
    usable = (a > 0) & (x > 0) & (a < math.inf) & (x < math.inf)
    base, at = torch.where(usable, a, 1.0), torch.where(usable, x, 1.0)
    near = (base > 200) & (torch.abs(at - base) < 4.5 * torch.sqrt(base))
    lower = (at < base + 1) & torch.logical_not(near)
    upper = torch.logical_not(lower | near)
    front = _front(base, at)
    series = front * _lower_series(base, torch.where(lower, at, 0.0))
    fraction = front * _upper_fraction(torch.where(upper, base, 1.0), torch.where(upper, at, 20.0))
    large = torch.where(near, base, 300.0)
    p, q = _incomplete_of_large(large, torch.where(near, at, 300.0))
    p = torch.where(near, p, torch.where(lower, series, 1 - fraction))
    q = torch.where(near, q, torch.where(lower, 1 - series, fraction))
    small = lower & (at <= 1.1) & ((at > 0.5) | (base * -torch.log(at) < 0.4))
    rest = _upper_series(torch.where(small, base, 1.0), torch.where(small, at, 1.0))
    p, q = torch.where(small, 1 - rest, p), torch.where(small, rest, q)
    full = _incomplete_at_ends(a, x)
    return torch.where(usable, p, full), torch.where(usable, q, 1 - full)


def _incomplete_at_ends(a, x):
    """The lower one where an argument is 0 or infinite, or none; in PyTorch's order."""
    ends = torch.where(torch.isinf(x), 1.0, math.nan)
    ends = torch.where(torch.isinf(a), torch.where(torch.isinf(x), math.nan, 0.0), ends)
    ends = torch.where(x == 0, 0.0, ends)
    ends = torch.where(a == 0, torch.where(x > 0, 1.0, math.nan), ends)
    return torch.where((x < 0) | (a < 0), math.nan, ends)


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

# Bessel functions, in float64: series near zero, Hankel's sums and Chebyshev's far off.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._special import _derived, _kind, _wide

_EULER = 0.57721566490153286


def _series(x, first, order, sign, count):
    """The sum of (sign * x * x / 4) ** k / (k! * (k + order)!), times `first`."""
    y = sign * 0.25 * x * x
    term = torch.ones_like(x) * first
    total = term
    for k in range(1, count):
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
    near = _series(low, 1.0 if order == 0 else 0.5 * low, order, 1, 61) * torch.exp(-low)
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


def _underived(name, compute):
    """A function that computes in float64 and knows the type of its result."""
    def bessel(input):
        if input.requires_grad:
            _tine.unsupported(f"special.{name} has no derivative")
        return compute(_wide(input), _kind(input)).to(_kind(input))
    return _tine.named(name, bessel)


modified_bessel_i0 = _underived(
    "modified_bessel_i0", lambda x, kind: _scaled_i(x, 0) * _power_of_e(torch.abs(x), kind))
modified_bessel_i1 = _underived(
    "modified_bessel_i1", lambda x, kind: _scaled_i(x, 1) * _power_of_e(torch.abs(x), kind))


# exp(x) * sqrt(x) * K(x) for x >= 2 as Chebyshev polynomials of 4 / x - 1, the
# last one first: computed in 60 digits.
_K = [[
    -1.6475805939842632e-17, 5.2103917776435543e-17, -1.6782311257549006e-16, 5.5120559994043335e-16,
    -1.848593377920907e-15, 6.340076476276646e-15, -2.2275133267462965e-14, 8.032890775068375e-14,
    -2.9800969231481784e-13, 1.1403405882073441e-12, -4.514597883374519e-12, 1.8559491149549264e-11,
    -7.957489244477396e-11, 3.5773972814003283e-10, -1.6975345093890614e-09, 8.574034017414225e-09,
    -4.660489897687948e-08, 2.766813639445015e-07, -1.8317555227191195e-06, 1.39498137188765e-05,
    -0.00012849549581627802, 0.0015698838857300533, -0.0314481013119645, 1.2201515410329777], [
    1.7940510478863572e-17, -5.689462849193648e-17, 1.8380935752430455e-16, -6.057047270643018e-16,
    2.038703166239861e-15, -7.0198370892147685e-15, 2.4771544242195988e-14, -8.976705182010146e-14,
    3.348419666052243e-13, -1.2891739609498229e-12, 5.139639673482343e-12, -2.129967838427791e-11,
    9.218315187605315e-11, -4.1903547593419254e-10, 2.0150497551970347e-09, -1.0345762465678097e-08,
    5.7410841254500495e-08, -3.5019606030878126e-07, 2.406484947837217e-06, -1.936197974166083e-05,
    0.00019521551847135162, -0.002857816859622779, 0.10392373657681724, 1.3603130952422213]]


def _chebyshev(x, coefficients):
    """By Clenshaw's recurrence."""
    before, now = 0.0, torch.full_like(x, coefficients[0])
    for c in coefficients[1:-1]:
        before, now = now, 2 * x * now - before + c
    return x * now - before + coefficients[-1]


def _beside_logarithm(y, order, count):
    """The sum of terms of a series and of harmonic numbers, which K and Y have beside a logarithm."""
    term = torch.ones_like(y)
    total = torch.zeros_like(y)
    harmonic = 0.0
    if order == 0:
        for k in range(1, count):
            term = term * y / (k * k)
            harmonic = harmonic + 1.0 / k
            total = total + harmonic * term
        return total
    total = total + term
    for k in range(1, count):
        term = term * y / (k * (k + 1))
        harmonic = harmonic + 1.0 / k
        total = total + term * (2 * harmonic + 1.0 / (k + 1))
    return total


def _scaled_k(x, order):
    """exp(x) * K(x)."""
    low = torch.where(x < 2, x, 1.0)
    y = 0.25 * low * low
    log = torch.log(low) + (_EULER - math.log(2))
    total = _beside_logarithm(y, order, 16)
    if order == 0:
        near = total - log * _series(low, 1.0, 0, 1, 16)
    else:
        near = 1 / low + log * _series(low, 0.5 * low, 1, 1, 16) - 0.25 * low * total
    high = torch.where(x < 2, 2.0, x)
    far = _chebyshev(4 / high - 1, _K[order]) / torch.sqrt(high)
    result = torch.where(x < 2, near * torch.exp(low), far)
    return torch.where(x == 0, math.inf, torch.where(x < 0, math.nan, result))


modified_bessel_k0 = _underived("modified_bessel_k0", lambda x, kind: _scaled_k(x, 0) * torch.exp(-x))
modified_bessel_k1 = _underived("modified_bessel_k1", lambda x, kind: _scaled_k(x, 1) * torch.exp(-x))
scaled_modified_bessel_k0 = _underived("scaled_modified_bessel_k0", lambda x, kind: _scaled_k(x, 0))
scaled_modified_bessel_k1 = _underived("scaled_modified_bessel_k1", lambda x, kind: _scaled_k(x, 1))


def _waves(size, order):
    """What J and Y are for large arguments."""
    high = torch.where(size < 14, 14.0, size)
    even, odd = _far(high, order, -1)
    angle = high - (0.5 * order + 0.25) * math.pi
    scale = math.sqrt(2 / math.pi) / torch.sqrt(high)
    cosine, sine = torch.cos(angle), torch.sin(angle)
    return (even * cosine - odd * sine) * scale, (even * sine + odd * cosine) * scale


def _bessel_j(x, order):
    size = torch.abs(x)
    low = torch.where(size < 14, size, 0.0)
    near = _series(low, 1.0 if order == 0 else 0.5 * low, order, -1, 61)
    result = torch.where(size < 14, near, _waves(size, order)[0])
    result = torch.where(torch.isnan(x), x, result)
    return result if order == 0 else torch.where(x < 0, -result, result)


def _bessel_y(x, order):
    low = torch.where((x < 14) & (x > 0), x, 1.0)
    log = 2 / math.pi * (torch.log(low) + (_EULER - math.log(2)))
    total = _beside_logarithm(-0.25 * low * low, order, 61)
    if order == 0:
        near = log * _series(low, 1.0, 0, -1, 61) - 2 / math.pi * total
    else:
        near = (log * _series(low, 0.5 * low, 1, -1, 61) - 2 / (math.pi * low)
                - low / (2 * math.pi) * total)
    result = torch.where(x < 14, near, _waves(x, order)[1])
    result = torch.where(x == 0, -math.inf, torch.where(x < 0, math.nan, result))
    return torch.where(torch.isnan(x), x, result)


def _spherical_j0(x, kind):
    safe = torch.where(torch.abs(x) < 1e-4, 1.0, x)
    result = torch.where(torch.abs(x) < 1e-4, 1 - x * x / 6, torch.sin(safe) / safe)
    return torch.where(torch.isinf(x), 0.0, result)


bessel_j0 = _underived("bessel_j0", lambda x, kind: _bessel_j(x, 0))
bessel_j1 = _underived("bessel_j1", lambda x, kind: _bessel_j(x, 1))
bessel_y0 = _underived("bessel_y0", lambda x, kind: _bessel_y(x, 0))
bessel_y1 = _underived("bessel_y1", lambda x, kind: _bessel_y(x, 1))
spherical_bessel_j0 = _underived("spherical_bessel_j0", _spherical_j0)

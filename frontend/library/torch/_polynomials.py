# Orthogonal polynomials, by their recurrences.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch._special import _both, _kind


def _polynomial(input, n, first, next, name):
    """`first(x)` is the one of degree 1, `next(k, x, a, b)` the one behind b, of degree k."""
    for given in (input, n):
        if isinstance(given, torch.Tensor) and given.requires_grad:
            _tine.unsupported(f"special.{name} has no derivative")
    x, degree = _both(input, n)
    # What is no int64 is none, as C's conversion gives the least one.
    degree = torch.where(torch.abs(degree) < 2.0 ** 63, torch.trunc(degree), -1.0)
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

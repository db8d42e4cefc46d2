# Orthogonal polynomials, by their recurrences.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch._special import _both, _kind


def _polynomial(name, first, next):
    """`first(x)` is the one of degree 1, `next(k, x, a, b)` the one behind b, of degree k."""
    def polynomial(input, n):
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
    return _tine.named(name, polynomial)


def _twice(input):
    """2 x - 1, which the shifted ones are of."""
    if isinstance(input, torch.Tensor):
        return 2 * (input if input.is_floating_point() else input.to(torch.get_default_dtype())).to(torch.float64) - 1
    return 2.0 * input - 1.0


def _shifted(name, function):
    def polynomial(input, n):
        kind = _kind(input, n)
        return function(_twice(input), n).to(kind)
    return _tine.named(name, polynomial)


def _chebyshev(name, first):
    return _polynomial(name, first, lambda k, x, a, b: 2 * x * b - a)


chebyshev_polynomial_t = _chebyshev("chebyshev_polynomial_t", lambda x: x)
chebyshev_polynomial_u = _chebyshev("chebyshev_polynomial_u", lambda x: 2 * x)
chebyshev_polynomial_v = _chebyshev("chebyshev_polynomial_v", lambda x: 2 * x - 1)
chebyshev_polynomial_w = _chebyshev("chebyshev_polynomial_w", lambda x: 2 * x + 1)
shifted_chebyshev_polynomial_t = _shifted("shifted_chebyshev_polynomial_t", chebyshev_polynomial_t)
shifted_chebyshev_polynomial_u = _shifted("shifted_chebyshev_polynomial_u", chebyshev_polynomial_u)
shifted_chebyshev_polynomial_v = _shifted("shifted_chebyshev_polynomial_v", chebyshev_polynomial_v)
shifted_chebyshev_polynomial_w = _shifted("shifted_chebyshev_polynomial_w", chebyshev_polynomial_w)
hermite_polynomial_h = _polynomial("hermite_polynomial_h", lambda x: 2 * x,
                                   lambda k, x, a, b: 2 * x * b - 2 * (k - 1) * a)
hermite_polynomial_he = _polynomial("hermite_polynomial_he", lambda x: x, lambda k, x, a, b: x * b - (k - 1) * a)
laguerre_polynomial_l = _polynomial("laguerre_polynomial_l", lambda x: 1 - x,
                                    lambda k, x, a, b: ((2 * k - 1 - x) * b - (k - 1) * a) / k)
legendre_polynomial_p = _polynomial("legendre_polynomial_p", lambda x: x,
                                    lambda k, x, a, b: ((2 * k - 1) * x * b - (k - 1) * a) / k)

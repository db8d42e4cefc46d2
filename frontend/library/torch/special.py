# torch.special: special functions, under the names of scipy.special.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch._math import logit, sinc, xlogy, logsumexp
from torch._special import (bessel_j0, bessel_j1, bessel_y0, bessel_y1, chebyshev_polynomial_t,
    chebyshev_polynomial_u, chebyshev_polynomial_v, chebyshev_polynomial_w, digamma, entr, erfc,
    erfcx, erfinv, gammainc, gammaincc, gammaln, hermite_polynomial_h, hermite_polynomial_he, i0, i0e, i1,
    i1e, laguerre_polynomial_l, legendre_polynomial_p, log_ndtr, modified_bessel_i0,
    modified_bessel_i1, modified_bessel_k0, modified_bessel_k1, multigammaln, ndtr, ndtri,
    polygamma, psi, scaled_modified_bessel_k0, scaled_modified_bessel_k1,
    shifted_chebyshev_polynomial_t, shifted_chebyshev_polynomial_u,
    shifted_chebyshev_polynomial_v, shifted_chebyshev_polynomial_w, spherical_bessel_j0, xlog1py,
    zeta)

erf = torch.erf
expm1 = torch.expm1
log1p = torch.log1p
expit = torch.sigmoid
round = torch.round
softmax = torch.softmax
log_softmax = torch.log_softmax


def exp2(input):
    return torch.exp2(input)

# torch.special: special functions, under the names of scipy.special.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch._math import logit, sinc, xlogy, logsumexp
from torch._bessel import (bessel_j0, bessel_j1, bessel_y0, bessel_y1, i0, i0e, i1, i1e,
    modified_bessel_i0, modified_bessel_i1, modified_bessel_k0, modified_bessel_k1,
    scaled_modified_bessel_k0, scaled_modified_bessel_k1, spherical_bessel_j0)
from torch._gamma import (digamma, gammainc, gammaincc, gammaln, multigammaln, polygamma, psi, zeta)
from torch._polynomials import (chebyshev_polynomial_t, chebyshev_polynomial_u,
    chebyshev_polynomial_v, chebyshev_polynomial_w, hermite_polynomial_h, hermite_polynomial_he,
    laguerre_polynomial_l, legendre_polynomial_p, shifted_chebyshev_polynomial_t,
    shifted_chebyshev_polynomial_u, shifted_chebyshev_polynomial_v,
    shifted_chebyshev_polynomial_w)
from torch._special import entr, erfc, erfcx, erfinv, log_ndtr, ndtr, ndtri, xlog1py

erf = torch.erf
expm1 = torch.expm1
log1p = torch.log1p
expit = torch.sigmoid
softmax = torch.softmax
log_softmax = torch.log_softmax


def exp2(input):
    return torch.exp2(input)


def round(input, *, decimals=0):
    if not input.is_floating_point():
        raise RuntimeError("special.round takes tensors of floats")
    return torch.round(input, decimals=decimals)

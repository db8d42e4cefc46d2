# torch.special, and the derivatives of its functions.
import torch
from torch import special


def show(name, value):
    print(name, ["%.4g" % v for v in value.detach().double().reshape(-1).tolist()])


x = torch.tensor([0.1, 0.5, 0.9, 1.7, 3.2, 6.0], dtype=torch.float64)
signed = torch.tensor([-2.3, -0.7, 0.0, 0.4, 1.1, 5.0], dtype=torch.float64)
for name, function, points in (
        ("lgamma", torch.lgamma, x), ("digamma", torch.digamma, x), ("trigamma", lambda t: torch.polygamma(1, t), x),
        ("polygamma", lambda t: torch.polygamma(3, t), x), ("gammaln", special.gammaln, x),
        ("mvlgamma", lambda t: torch.mvlgamma(t + 2, 3), x), ("erfc", torch.erfc, signed),
        ("erfcx", special.erfcx, signed), ("ndtr", special.ndtr, signed), ("log_ndtr", special.log_ndtr, signed),
        ("i0", torch.i0, signed), ("i0e", special.i0e, signed), ("i1", special.i1, signed),
        ("i1e", special.i1e, signed), ("entr", special.entr, x), ("sinc", torch.sinc, signed),
        ("xlogy", lambda t: torch.xlogy(t, x + 1), x), ("xlog1py", lambda t: special.xlog1py(x, t), x),
        ("logit", lambda t: torch.logit(t / 7), x), ("expit", special.expit, signed),
        ("exp2", special.exp2, signed), ("logsumexp", lambda t: special.logsumexp(t, 0), signed)):
    points = points.clone().requires_grad_()
    result = function(points)
    show(name, result)
    result.sum().backward()
    show(name + "'", points.grad)

show("ndtri", special.ndtri(x / 7))
show("zeta", special.zeta(x + 1.5, x))
show("gammainc", special.gammainc(x, torch.flip(x, [0])))
show("gammaincc", special.gammaincc(x, torch.flip(x, [0])))
show("bessel_j0", special.bessel_j0(signed))
show("bessel_y1", special.bessel_y1(x))
show("modified_bessel_k0", special.modified_bessel_k0(x))
show("spherical_bessel_j0", special.spherical_bessel_j0(x))
show("chebyshev", special.chebyshev_polynomial_t(signed, torch.tensor(4)))
show("hermite", special.hermite_polynomial_he(signed, torch.tensor(3)))
show("legendre", special.legendre_polynomial_p(x / 7, torch.tensor(5)))
show("laguerre", special.laguerre_polynomial_l(x, torch.tensor(2)))
edge = torch.tensor([0.0, -1.0, -0.5, float("inf"), float("nan")])
show("lgamma at edges", torch.lgamma(edge))
show("digamma at edges", torch.digamma(edge))
show("erfc at edges", torch.erfc(torch.tensor([float("inf"), float("-inf"), float("nan"), 12.0])))

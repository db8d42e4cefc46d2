# Quantiles, incomplete gamma functions and Bessel functions in float64, to twelve digits, and at the
# ends of their ranges.
import math

import torch
from torch import special

torch.set_printoptions(precision=12)
inf = math.inf


def wide(*values):
    return torch.tensor(values, dtype=torch.float64)


print(torch.erfinv(wide(0.9999999999999999, 0.99999999, -0.9999999, 0.3, -1.0, 0.0, 1.5)))
print(special.ndtri(wide(1e-300, 1e-10, 0.01, 0.3, 0.9999, 0.5, 0.0, 1.0, -1.0)))
a = wide(0.5, 2.0, 10.0, 30.0, 1e6, 0.01, 3.0, 0.0, inf, -1.0)
x = wide(0.7, 1.0, 12.0, 25.0, 1.001e6, 3.0, inf, 2.0, 1.0, 1.0)
print(torch.igamma(a, x))
print(torch.igammac(a, x))
print(torch.igamma(a[1:4].bfloat16(), x[1:4].bfloat16()), torch.igammac(a[1:4].half(), x[1:4].half()))
print(torch.lgamma(wide(1e-310, 0.1, 1.0, 20.0, inf, -0.5)))
x = wide(0.01, 0.5, 1.9, 2.0, 7.0, 300.0, inf)
print(special.scaled_modified_bessel_k0(x), special.scaled_modified_bessel_k1(x))
print(special.modified_bessel_k0(x), special.modified_bessel_k1(x))
x = torch.tensor([inf, -inf, 2.0, 91.5])
print(special.modified_bessel_i0(x), special.bessel_j0(x[:3]), special.bessel_y1(x[:3]), special.i1e(x))
print(torch.logaddexp2(torch.tensor([3e38, 5.0, -inf]), torch.tensor([3e38, 4.0, -inf])))
least = torch.tensor([-9223372036854775807 - 1])
print(torch.gcd(least, torch.tensor([6])), torch.gcd(least, torch.tensor([0])), torch.gcd(torch.tensor([-4]), least))
print(torch.nextafter(wide(1.0, 0.0, inf, 2.0), wide(2.0, -1.0, 0.0, 0.0)) - wide(1.0, 0.0, 0.0, 2.0))
print(torch.nextafter(torch.tensor([0.0, 1.0, 65504.0]).half(), torch.tensor([-1.0, 2.0, inf]).half()))

# Elementwise functions in float32 and float64, special values included.
import torch

x = torch.tensor([-2.5, -1.0, -0.25, 0.0, 0.5, 1.0, 3.0])
p = torch.tensor([0.25, 1.0, 2.0, 7.5])
u = torch.tensor([-0.9, -0.5, 0.0, 0.3, 0.99])
for f in (torch.abs, torch.neg, torch.exp, torch.sin, torch.cos, torch.tan, torch.sigmoid, torch.tanh, torch.relu, torch.floor,
          torch.ceil, torch.round, torch.trunc, torch.sign, torch.erf, torch.square, torch.expm1, torch.atan, torch.sinh, torch.cosh, torch.frac):
    print(f(x), f(x.double()).sum())
for f in (torch.log, torch.log2, torch.log10, torch.log1p, torch.sqrt, torch.rsqrt, torch.reciprocal):
    print(f(p), f(p.double()).sum())
print(torch.asin(u), torch.acos(u), torch.atan2(u, p[1]))
print(torch.clamp(x, -1, 1), x.clamp(min=0), x.clamp(max=0.4), torch.clip(x, -0.5, 2), x.clamp_min(0.1))
print(torch.pow(p, 0.5), p ** -1, 2 ** p, torch.pow(p, p), x ** 3, torch.lerp(x, x * 2, 0.5))
print(torch.maximum(x, -x), torch.minimum(x, x * x), torch.fmod(x, 2), torch.remainder(x, 2), x // 0.4, x % 1)
print(torch.addcmul(x, x, x, value=0.5), torch.addcdiv(x, x, torch.full_like(x, 4.0)), torch.add(x, x, alpha=2), torch.sub(x, 1, alpha=3), torch.mul(x, 2), torch.rsub(x, 1))
inf, nan = float("inf"), float("nan")
s = torch.tensor([inf, -inf, nan, 0.0, -0.0, 1e30, 1e-30])
print(s, s + 1, s * 0, s > 0, torch.isnan(s), torch.isinf(s), torch.isfinite(s), torch.relu(s), s.exp(), s.abs(), torch.sigmoid(s))
print(torch.tensor([0.1, 0.2], dtype=torch.float64) + 0.1, torch.tensor(1.0) / 3, torch.tensor(1.0, dtype=torch.float64) / 3)
print(torch.logical_and(x > 0, x < 1), torch.logical_not(x > 0), (x > 0) | (x < -1), (x > 0) ^ (x < 1), ~(x > 0), x.bool())
a = torch.tensor([12, 10])
print(a & 6, a | 1, a ^ 3, a << 2, a >> 1, ~a, a % 7, -a // 5, torch.bitwise_and(a, 8), torch.div(a, 4, rounding_mode="floor"), torch.div(-a, 4, rounding_mode="trunc"))
print(torch.allclose(x, x + 1e-9), torch.equal(x, x.clone()), torch.isclose(x, x + 1)[0], (x == x).all(), torch.ne(x, 1), torch.ge(x, 0.5))

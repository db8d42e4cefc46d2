# Functions where an argument is infinite, or the least or the greatest number.
import torch

inf, nan = float("inf"), float("nan")


def many_rows(rows):
    x = torch.arange(rows * 3, dtype=torch.float64).reshape(rows, 3) / 7
    x[3, 1] = inf
    x[5, 2] = -inf
    return x


for rows in (25, 26):
    x = many_rows(rows)
    apart = torch.cdist(x[2:7], x)[:, 2:7]
    print(torch.isinf(apart), torch.isnan(apart), torch.cdist(x, x[2:7], p=1.0)[2:7])
    print(torch.cdist(x, x, compute_mode="donot_use_mm_for_euclid_dist")[2:7, 2:7])
x = torch.rand(30, 3).requires_grad_()
torch.cdist(x, torch.rand(4, 3)).sum().backward()
print(x.grad.shape, torch.isfinite(x.grad).all())

least = torch.tensor([-128, -128, -128, 6, 127], dtype=torch.int8)
print(torch.gcd(least, torch.tensor([-128, 6, 0, -128, -1], dtype=torch.int8)))
print(torch.lcm(least, torch.tensor([-128, 6, 0, 64, 2], dtype=torch.int8)))
print(torch.gcd(least, torch.tensor(4)).dtype, torch.gcd(least.long(), torch.tensor([-9223372036854775807 - 1])))

huge = torch.tensor([1e300, -1e300, inf, -inf, 1.0, nan], dtype=torch.float64)
print(torch.logaddexp2(huge, huge), torch.logaddexp(huge, huge))

# Of a small first argument the upper one has all its digits.
a = torch.tensor([1e-8, 1e-5, 0.01, 0.2, 0.9], dtype=torch.float64).unsqueeze(1)
x = torch.tensor([1e-9, 0.1, 0.5, 1.0, 1.1, 3.0], dtype=torch.float64)
print(torch.log(torch.special.gammaincc(a, x)))
print(torch.special.zeta(torch.tensor([1e300, inf, 3.0]), torch.tensor([1.0, 0.5, 2.0])))

print(torch.allclose(torch.tensor([nan, inf]), torch.tensor([nan, inf]), equal_nan=True),
      torch.allclose(torch.tensor([True]), torch.tensor([False])),
      torch.allclose(torch.tensor([0], dtype=torch.int8), torch.tensor([-128], dtype=torch.int8)))
print(torch.ldexp(torch.tensor([-0.0, 3.0, 1e-300], dtype=torch.float64), torch.tensor([2000, -1070, 1100])))
row = torch.tensor([[-1.0, 0.0, 2.0, 3.0, 4.0, 5.0, 6.0, nan]])
print(torch.searchsorted(row, torch.tensor([[-1.0, 2.0, 5.5, nan]])))

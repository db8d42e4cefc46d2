# Augmented assignments, limits and NaN in TorchScript.
import torch
@torch.jit.script
def main(n: int, x: float, t: torch.Tensor):
    a = -n
    a %= 3
    print(a)
    b = -x
    b %= 2.0
    print(b)
    c = n
    c **= 2
    print(c)
    d = n
    d /= 2
    print(d)
    e = n
    e -= 2
    e *= 3
    e += 1
    print(e)
    t %= 3
    print(t)
    u = t
    u **= 2
    print(u, t)
main(7, 7.5, torch.tensor([-7., 5.]))
@torch.jit.script
def f(a: int, b: int, x: float, y: float):
    print(a + b, a * 3, a - b, -a, a // b, a % b, b // 3, b % 5)
    print(a << 1, a >> 3, a & 255, b | 7, a ^ b)
    print(x / y, x // y, x % y, x ** y, -x, abs(x), int(x), round(x))
    print(float(a), int(y), a / b, a == b, a < b, x == y, x != y, x < float(a))
    print(min(a, b), max(x, y), bool(a), bool(x), a ** 2, b ** 2.0, x ** 2)
    print(a > b and x > y, a > b or x > y, not a > b, a if x > y else b)
f(9223372036854775807, -3, 7.5, -2.0)
f(-9223372036854775807, 7, -7.5, 2.0)
f(5, -7, 0.0, 1e300)
f(1, 1, float("inf"), float("nan"))

@torch.jit.script
def rows(x: torch.Tensor):
    return any(x), all(x)
print(rows(torch.tensor([0, 1])), rows(torch.tensor([[1., 2.], [3., 4.]])))

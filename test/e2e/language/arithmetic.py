# Numbers in TorchScript and in Python: floor division, remainders, powers,
# rounding, conversions, bits, mixed int and float.
import math

import torch


@torch.jit.script
def integers(a: int, b: int):
    print(a + b, a - b, a * b, a // b, a % b, a / b)
    print(a & b, a | b, a ^ b, a << 3, a >> 1, -a)
    print(a ** 2, abs(a), max(a, b), min(a, b), float(a), bool(a), a == b, a != b)
    print(a < b, a <= b, a > b, a >= b)


@torch.jit.script
def floats(x: float, y: float):
    print(x + y, x - y, x * y, x / y, x // y, x % y, -x)
    print(round(x), int(x), math.floor(x), math.ceil(x), abs(x), x ** 2.0)
    print(math.sqrt(y), math.exp(0.0), math.log(1.0), math.pow(y, 2.0))
    print(x < y, x == y, max(x, y), min(x, y), bool(x))
    print(math.pi, math.inf, -math.inf, 1e16, 1e20, 0.1, 1e-7)


@torch.jit.script
def mixed(a: int, x: float):
    print(a + x, a * x, x / a, a / 4, a // 4.0, a < x)
    s = 0.0
    for i in range(a):
        s += i * x
    print(s)


integers(7, -2)
integers(-7, 3)
floats(-3.5, 2.0)
floats(7.25, 0.5)
mixed(5, 2.5)

print(7 // 2, -7 // 2, 7 % -3, -7 % 3, 2 ** 10, 2 ** -1, 7 / 2, 1e16, 1e15, 0.1 + 0.2)
print(round(2.5), round(3.5), round(2.675, 2), int(-3.9), int("42"), float("1.5"), abs(-3))
print(divmod(-7, 2), max(3, 1, 2), min([4, 2, 8]), sum([1, 2, 3]), sum([0.5, 0.25]))
print(1 < 2 < 3, 1 < 3 < 2, not 0, 5 and 0, 0 or "x", None or 7, bool([]), bool("a"))
print(math.floor(-2.5), math.ceil(-2.5), math.gcd(12, 18), math.isnan(math.nan), math.factorial(5))
print(0b101 | 2, 0x1f & 7, 1 << 40, 255 >> 4, ~5, 6 ^ 3)
x = 10
x += 5
x -= 3
x *= 2
x //= 5
print(x, x == 4, x is not None, 3 if x > 3 else 4)

# The module math, and pow and round with two and three arguments: of constants and in the run.
import math
import torch
n = int(torch.tensor(5))
x = float(torch.tensor(0.7, dtype=torch.float64))
def show(n, x):
    print(math.hypot(x, 2.0), math.hypot(3, 4), math.hypot(x, x, 1e-3), math.hypot(1e300, x * 1e300), math.hypot(), math.hypot(-x), math.hypot(math.inf, math.nan))
    print(math.degrees(x), math.radians(x), math.tau, math.comb(n + 20, n), math.perm(n, 2), math.perm(n), math.factorial(n), math.factorial(n % 5 + 15))
    print(math.gcd(n * 6, 4, 10), math.gcd(), math.gcd(-n, 0), math.lcm(n, 4, 6), math.lcm(), math.lcm(0, n))
    print(math.isqrt(n), math.isqrt(n * n * 1000003), math.isqrt(9223372036854775800 + n % 5), math.isqrt(0))
    print(math.isclose(x, x + 1e-10), math.isclose(x, x + 1e-8), math.isclose(0.0, 1e-12, abs_tol=1e-9), math.isclose(math.inf, math.inf))
    print(math.remainder(x * 10, 3), math.remainder(n, 2), math.remainder(-n, 2.0), math.fmod(-n, 3), math.copysign(x, -0.0), math.trunc(-x * 3))
    print(math.cbrt(x), math.exp2(x), math.log1p(x), math.expm1(x), math.erf(x), math.erfc(x), math.sinh(x), math.asinh(x), math.acosh(x + 1), math.atanh(x / 2))
    print(math.log(x, 2), math.log(n, 10), math.log(n * 1.0), math.prod([n, 2, 3]), math.prod([x, 2.0], start=2), math.dist([x, 1.0], [2.0, n]))
    print(math.fsum([0.1] * 10), math.fsum([1e100, 1.0, -1e100, x]), math.fsum([x, 0.2, 0.3, 1e-17, -x]), math.fsum([]))
    print(pow(n, 3, 7), pow(n, -1, 11), pow(n, 10**12, 1000000007), pow(n, 3, -7), pow(-n, 77, 2**61 - 1), pow(n, 2, 1))
    print(round(n * 251, -2), round(n * 250, -2), round(-n * 5, -1), round(x * 12345, -2), round(-x * 1e6, -3), round(1250.0, -2), round(1350.0 + x * 0, -2), round(n, 1), round(n), round(x, 3), round(-x, -1), round(True))
show(5, 0.7)
show(n, x)
for v in [-7.125, 5e-324, 1.7e308]:
    print(math.hypot(v, v / 3), math.degrees(v / 10), math.radians(v), math.cbrt(v), math.remainder(v, 0.7), math.hypot(v, v, v))
print(math.gamma(5), math.gamma(0.5), math.lgamma(10.5), math.gamma(-1.5), math.lgamma(-2.25), math.gamma(171.0), math.lgamma(1e10), math.lgamma(3), math.gamma(30.3))
for i in range(n):
    print(math.gamma(i * 1.3 + 0.2), math.lgamma(i * 7.7 + 0.3))
for v, digits in [(4.7726006943460056e+16, -1), (3.876914493761514e+23, -20), (8.827340572105948e+17, -3), (3.122e+22, -19), (1.5e22, -22), (2.5e22, -22), (5e21, -22), (25.0, -1), (35.0, -1), (1.25e17, -16), (9007199254740993.0, -1)]:
    for sign in [1, -1]:
        # Equal, for the text says less.
        print(round(v * sign, digits) == float(f"{round(v * x / x * sign, digits):.17e}"), f"{round(v * sign, digits):.17e}")
        if digits == -1:
            print(f"{round(v * n / n * sign, -1):.17e}")
t = torch.tensor(4)
print(math.degrees(torch.tensor(1.5)), math.radians(True), math.degrees(n), math.gcd(t, 6), math.lcm(True, n), math.comb(t, True), math.factorial(t), math.isqrt(t), math.perm(n, t), math.isclose(n, torch.tensor(5.0)))

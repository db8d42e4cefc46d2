# math: functions that are made of the built-in ones. A name that is built in comes first.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch

_limit = 9223372036854775807


def degrees(x, /):
    return float(x) * (180.0 / math.pi)


def radians(x, /):
    return float(x) * (math.pi / 180.0)


def _index(x):
    if isinstance(x, torch.Tensor):
        if x.is_floating_point() or x.numel() != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        return int(x.item())
    if not isinstance(x, int) and not _tine.is_numpy_number(x):
        raise TypeError(f"'{type(x).__name__}' object cannot be interpreted as an integer")
    return int(x)


def _product(a, b):
    if b > 0 and a > _limit // b:
        raise OverflowError("an integer beyond 64 bits")
    return a * b


def factorial(n, /):
    n = _index(n)
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    result = 1
    for i in range(2, n + 1):
        result = _product(result, i)
    return result


def _counts(n, k):
    n = _index(n)
    k = _index(k)
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    if k < 0:
        raise ValueError("k must be a non-negative integer")
    return n, k


def comb(n, k, /):
    n, k = _counts(n, k)
    result = 1
    if k > n:
        result = 0
    else:
        for i in range(min(k, n - k)):
            # The quotient is exact; what divides both goes first, so that it fits longer.
            shared = math.gcd(result, i + 1)
            result = _product(result // shared, (n - i) // ((i + 1) // shared))
    return result


def perm(n, k=None, /):
    if k is None:
        return math.factorial(n)
    n, k = _counts(n, k)
    result = 1
    if k > n:
        result = 0
    else:
        for i in range(k):
            result = _product(result, n - i)
    return result


def _gcd(a, b):
    a = abs(a)
    b = abs(b)
    while b != 0:
        rest = a % b
        a = b
        b = rest
    return a


def gcd(*integers):
    result = 0
    for i in integers:
        result = _gcd(result, _index(i))
    return result


def lcm(*integers):
    result = 1
    for i in integers:
        i = _index(i)
        if i == 0:
            result = 0
        if result != 0:
            result = _product(result // _gcd(result, i), abs(i))
    return result


def isqrt(n, /):
    n = _index(n)
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = int(math.sqrt(float(n)))
    # The square root of a float is off by one at most.
    if root > 3037000499:
        root = 3037000499
    if root * root > n:
        root = root - 1
    elif root < 3037000499 and (root + 1) * (root + 1) <= n:
        root = root + 1
    return root


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    a = float(a)
    b = float(b)
    if rel_tol < 0.0 or abs_tol < 0.0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    return abs(b - a) <= rel_tol * max(abs(a), abs(b)) or abs(b - a) <= abs_tol


def remainder(x, y, /):
    x = float(x)
    y = float(y)
    if math.isnan(x) or math.isnan(y):
        return x + y
    if math.isinf(x) or y == 0.0:
        raise ValueError("math domain error")
    if math.isinf(y):
        return x
    size = abs(x)
    by = abs(y)
    m = math.fmod(size, by)
    c = by - m
    r = m
    if m > c:
        r = -c
    elif m == c:
        r = m - 2.0 * math.fmod(0.5 * (size - m), by)
    return math.copysign(1.0, x) * r


# Lanczos' approximation, with CPython's coefficients.
_g = 6.024680040776729583740234375
_numerator = (
    23531376880.410759688572007674451636754734846804940,
    42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843,
    17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708,
    1439720407.3117216736632230727949123939715485786372,
    248874557.86205415651146038641322942321632125127801,
    31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768,
    186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024,
    210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408)
_denominator = (0.0, 39916800.0, 120543840.0, 150917976.0, 105258076.0, 45995730.0, 13339535.0,
                2637558.0, 357423.0, 32670.0, 1925.0, 66.0, 1.0)


def _lanczos(x):
    over = 0.0
    under = 0.0
    if x < 5.0:
        for i in range(12, -1, -1):
            over = over * x + _numerator[i]
            under = under * x + _denominator[i]
    else:
        for i in range(13):
            over = over / x + _numerator[i]
            under = under / x + _denominator[i]
    return over / under


def _sine_of_pi(x):
    """sin(pi * x) of a positive number."""
    y = math.fmod(x, 2.0)
    n = int(math.floor(2.0 * y + 0.5))
    r = math.sin(math.pi * (y - 2.0))
    if n == 0:
        r = math.sin(math.pi * y)
    elif n == 1:
        r = math.cos(math.pi * (y - 0.5))
    elif n == 2:
        r = math.sin(math.pi * (1.0 - y))
    elif n == 3:
        r = -math.cos(math.pi * (y - 1.5))
    return r


def gamma(x, /):
    x = float(x)
    if math.isnan(x) or x == math.inf:
        return x
    if x == 0.0 or x == -math.inf or (x < 0.0 and math.fmod(x, 1.0) == 0.0):
        raise ValueError("math domain error")
    if x <= 23.0 and math.fmod(x, 1.0) == 0.0:
        result = 1.0
        for i in range(2, int(x)):
            result = result * i
        return result
    size = abs(x)
    if size < 1e-20:
        r = 1.0 / x
    elif size > 200.0:
        if x > 0.0:
            raise OverflowError("math range error")
        r = 0.0 / -_sine_of_pi(size)
    else:
        y = size + (_g - 0.5)
        if size > _g - 0.5:
            z = y - size - (_g - 0.5)
        else:
            z = y - (_g - 0.5) - size
        z = z * _g / y
        power = math.pow(y, size - 0.5) if size < 140.0 else math.pow(y, size / 2.0 - 0.25)
        if x < 0.0:
            r = -math.pi / _sine_of_pi(size) / size * math.exp(y) / _lanczos(size)
            r = r - z * r
            r = r / power
            if size >= 140.0:
                r = r / power
        else:
            r = _lanczos(size) / math.exp(y)
            r = r + z * r
            r = r * power
            if size >= 140.0:
                r = r * power
    if math.isinf(r):
        raise OverflowError("math range error")
    return r


def lgamma(x, /):
    x = float(x)
    if math.isnan(x):
        return x
    if math.isinf(x):
        return math.inf
    whole = math.fmod(x, 1.0) == 0.0
    if whole and x <= 0.0:
        raise ValueError("math domain error")
    if whole and x <= 2.0:
        return 0.0
    size = abs(x)
    if size < 1e-20:
        return -math.log(size)
    r = math.log(_lanczos(size)) - _g
    r = r + (size - 0.5) * (math.log(size + _g - 0.5) - 1.0)
    if x < 0.0:
        r = 1.144729885849400174143427351353058711647 - math.log(abs(_sine_of_pi(size))) - math.log(size) - r
    if math.isinf(r):
        raise OverflowError("math range error")
    return r


def _square(sums, x):
    """Adds x * x to a sum and what is lost of it."""
    high = x * 134217729.0 - (x * 134217729.0 - x)
    low = x - high
    total, lost1, lost2, lost3 = sums
    part = high * high
    after = total + part
    lost1 = lost1 + ((total - after) + part)
    part = 2.0 * high * low
    total = after + part
    lost2 = lost2 + ((after - total) + part)
    return total, lost1, lost2, lost3 + low * low


def hypot(*coordinates):
    # CPython's: scaled by a power of two, and corrected by one step of Newton's method.
    xs = [abs(float(x)) for x in coordinates]
    largest = 0.0
    bad = False
    for x in xs:
        bad = bad or math.isnan(x)
        if x > largest:
            largest = x
    if math.isinf(largest):
        return largest
    if bad:
        return math.nan
    if largest == 0.0 or len(xs) == 1:
        return largest
    unit = 1.0
    if largest < 5.562684646268003e-309:
        unit = 2.2250738585072014e-308
        largest = largest / unit
        xs = [x / unit for x in xs]
    scale = 1.0
    for e in (512, 256, 128, 64, 32, 16, 8, 4, 2, 1):
        if largest * scale >= 2.0 ** e:
            scale = scale * 2.0 ** -e
        if largest * scale < 2.0 ** -e:
            scale = scale * 2.0 ** e
    if largest * scale >= 1.0:
        scale = scale * 0.5
    sums = (1.0, 0.0, 0.0, 0.0)
    for x in xs:
        sums = _square(sums, x * scale)
    total, lost1, lost2, lost3 = sums
    h = math.sqrt(total - 1.0 + (lost1 + lost2 + lost3))
    high = h * 134217729.0 - (h * 134217729.0 - h)
    low = h - high
    part = -high * high
    after = total + part
    lost1 = lost1 + ((total - after) + part)
    part = -2.0 * high * low
    total = after + part
    lost2 = lost2 + ((after - total) + part)
    part = -low * low
    after = total + part
    lost3 = lost3 + ((total - after) + part)
    return unit * ((h + (after - 1.0 + (lost1 + lost2 + lost3)) / (2.0 * h)) / scale)


def dist(p, q, /):
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    return hypot(*[a - b for a, b in zip(p, q)])


def fsum(seq, /):
    # Shewchuk's: what a sum loses is kept in partial sums that do not overlap.
    if len(seq) == 0:
        return 0.0
    partials = [0.0 for x in seq]
    count = 0
    special = 0.0
    positive = False
    negative = False
    for x in seq:
        x = float(x)
        if not math.isfinite(x):
            special = special + x
            positive = positive or x == math.inf
            negative = negative or x == -math.inf
            x = 0.0
        kept = 0
        for j in range(count):
            y = partials[j]
            if abs(x) < abs(y):
                t = x
                x = y
                y = t
            high = x + y
            low = y - (high - x)
            if low != 0.0:
                partials[kept] = low
                kept = kept + 1
            x = high
        if not math.isfinite(x):
            raise OverflowError("intermediate overflow in fsum")
        partials[kept] = x
        count = kept + 1
    if positive and negative:
        raise ValueError("-inf + inf in fsum")
    if not math.isfinite(special):
        return special
    total = 0.0
    low = 0.0
    while count > 0 and low == 0.0:
        count = count - 1
        x = total
        y = partials[count]
        total = x + y
        low = y - (total - x)
    # Half of the last bit is rounded by what is left.
    if count > 0 and ((low < 0.0 and partials[count - 1] < 0.0)
                      or (low > 0.0 and partials[count - 1] > 0.0)):
        y = low * 2.0
        x = total + y
        if y == x - total:
            total = x
    return total


def prod(iterable, /, *, start=1):
    result = start
    for x in iterable:
        result = result * x
    return result


def _of_double(function, *numbers):
    """A function of torch of floats of 64 bits."""
    return function(*[torch.tensor(float(x), dtype=torch.float64) for x in numbers])


def frexp(x, /):
    mantissa, exponent = _of_double(torch.frexp, x)
    return (mantissa.item(), int(exponent.item()))


def ldexp(x, i, /):
    """Halves of the exponent, as a power of two of the whole may be infinite, or nothing."""
    i = max(min(i, 2200), -2200)
    half = i // 3
    result = float(x) * 2.0 ** half * 2.0 ** half * 2.0 ** (i - 2 * half)
    if math.isinf(result) and math.isfinite(x):
        raise OverflowError("math range error")
    return result


def modf(x, /):
    whole = _of_double(torch.trunc, x).item()
    if math.isinf(x):
        return (math.copysign(0.0, x), whole)
    return (math.copysign(x - whole, x), whole)


def _step(x, e):
    """Between floats of an exponent."""
    return ldexp(1.0, max(e - 53, -1074))


def nextafter(x, y, /):
    x = float(x)
    y = float(y)
    result = y
    if x == 0.0 and y != 0.0 and y == y:
        result = math.copysign(5e-324, y)
    elif math.isinf(x) and x != y and y == y:
        result = math.copysign(1.7976931348623157e308, x)
    elif x != y and math.isfinite(x) and y == y:
        mantissa, e = frexp(x)
        step = _step(x, e)
        if (y > x) != (x > 0.0):
            # Towards zero, below a power of two.
            step = _step(x, e - 1) if math.fabs(mantissa) == 0.5 else step
        result = x + step if y > x else x - step
    elif x != x:
        result = x
    return result


def ulp(x, /):
    x = math.fabs(x)
    result = x
    if math.isfinite(x):
        mantissa, e = frexp(x)
        result = _step(x, e) if x > 0.0 else 5e-324
    return result


def _round_to(n, unit):
    rest = n % unit
    down = n - rest
    if rest * 2 > unit or (rest * 2 == unit and down // unit % 2 == 1):
        return down + unit
    return down


def _round_float_to(x, unit):
    if math.isnan(x) or math.isinf(x) or abs(x) < 0.5 * unit:
        return math.copysign(0.0, x) if abs(x) < 0.5 * unit else x
    # Remainders of floats are exact, and so is what an upper half lacks: only the sum is rounded.
    size = abs(x)
    rest = math.fmod(size, unit)
    is_odd = math.fmod(size, 2.0 * unit) != rest
    if rest * 2.0 > unit or (rest * 2.0 == unit and is_odd):
        return math.copysign(size + (unit - rest), x)
    return math.copysign(size - rest, x)


def _product_modulo(a, b, mod):
    """a * b % mod of numbers below mod, by halves where the product is too long."""
    if mod <= 3037000499:
        return a * b % mod
    result = 0
    while b > 0:
        if b % 2 == 1:
            result = result - (mod - a) if result >= mod - a else result + a
        a = a - (mod - a) if a >= mod - a else a + a
        b = b // 2
    return result


def _power_modulo(base, exp, mod):
    if mod == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    size = abs(mod)
    base = base % size
    if exp < 0:
        # The inverse, by Euclid's algorithm.
        exp = -exp
        r0 = size
        r1 = base
        t0 = 0
        t1 = 1
        while r1 != 0:
            q = r0 // r1
            r2 = r0 - q * r1
            t2 = t0 - q * t1
            r0 = r1
            r1 = r2
            t0 = t1
            t1 = t2
        if r0 != 1:
            raise ValueError("base is not invertible for the given modulus")
        base = t0 % size
    result = 1 % size
    while exp > 0:
        if exp % 2 == 1:
            result = _product_modulo(result, base, size)
        base = _product_modulo(base, base, size)
        exp = exp // 2
    if mod < 0 and result > 0:
        result = result + mod
    return result

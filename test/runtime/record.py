#!/usr/bin/env python3
"""Records what CPython and PyTorch do into expected/*.inc for tine-runtime-tests.

usage: record.py [FOLDER]

Run it with a Python that has PyTorch on a CPU with AVX2; the versions are written
at the head of each file. Every file is a list of initializers.
"""
import math
import os
import random
import struct
import sys

import torch

FOLDER = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected")
HEAD = "// Recorded by record.py with PyTorch %s (%s), Python %s. Do not edit.\n" % (
    torch.__version__, torch.backends.cpu.get_cpu_capability(), sys.version.split()[0])
DTYPES = {torch.uint8: 0, torch.int8: 1, torch.int16: 2, torch.int32: 3, torch.int64: 4, torch.float16: 5,
          torch.float32: 6, torch.float64: 7, torch.bool: 11, torch.bfloat16: 15}


def literal(text):
    """A C++ string literal with its length kept: {"...", n}."""
    data = text if isinstance(text, bytes) else text.encode()
    out = ""
    for b in data:
        c = chr(b)
        if c == "\n":
            out += "\\n"
        elif c in '"\\?':
            out += "\\" + c
        elif 32 <= b < 127:
            out += c
        else:
            out += "\\%03o" % b
    return '{"%s", %d}' % (out, len(data))


def bits(x):
    return "0x%016xu" % struct.unpack("<Q", struct.pack("<d", x))[0]


def write(name, lines):
    with open(os.path.join(FOLDER, name), "w") as f:
        f.write(HEAD)
        f.writelines(line + "\n" for line in lines)


# ---------------------------------------------------------------- numbers and specifications

def some_float(r):
    k = r.randrange(9)
    if k == 0:
        return struct.unpack("<d", struct.pack("<Q", r.getrandbits(64)))[0]
    if k == 1:
        return float(r.randint(-10**6, 10**6))
    if k == 2:
        return r.gauss(0, 1) * 10 ** r.randint(-20, 20)
    if k == 3:
        return round(r.uniform(-1000, 1000), r.randint(0, 6))
    if k == 4:
        return 2.0 ** r.randint(-1074, 1023)
    if k == 5:
        return struct.unpack("<f", struct.pack("<f", r.gauss(0, 1)))[0]
    if k == 6:
        return r.randint(1, 2**20) * 5e-324
    if k == 7:
        return r.choice([0.5, 1.5, 2.5, 2.675, 0.1, 1e22, 1e23, 1e15, 1e16, 9999999999999998.0])
    return r.uniform(-1, 1)


EDGES = [0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308,
         9007199254740993.0, 2.0**-44, 2.0**62, -2.0**63, 2.0**63, 1e-4, 1e-5, 123456789012345680.0, -1.0, 1e100]


@torch.jit.script
def script_float(x: float) -> str:
    return str(x)


@torch.jit.script
def script_printf(x: float) -> str:
    return "%f %e" % (x, x)


def floats():
    r = random.Random(1)
    for x in EDGES + [some_float(r) for _ in range(700)]:
        yield "{%s, %s, %s, %s}," % (bits(x), literal(repr(x)), literal(script_float(x)), literal(script_printf(x)))


def spec(r, types):
    s = ""
    if r.random() < .5:
        s += r.choice(["", "*", "0", "\u00e9", " ", "x"]) + r.choice("<>=^")
    s += r.choice(["", "", "", "+", "-", " "]) + r.choice([""] * 9 + ["z"]) + r.choice([""] * 5 + ["#"])
    s += r.choice(["", "", "0"]) + r.choice(["", "", "5", "10", "15", "1", "20"])
    s += r.choice([""] * 4 + [",", "_"]) + r.choice(["", "", ".0", ".1", ".2", ".3", ".10"])
    return s + r.choice(types)


def specs():
    """{kind, bits, string, spec, result}; a result "!..." is the text of the error."""
    r = random.Random(2)
    for _ in range(900):
        kind = r.choice("fffiis")
        if kind == "f":
            value, s = r.choice([some_float(r), r.choice(EDGES)]), spec(r, ["", "e", "E", "f", "F", "g", "G", "%", "d"])
        elif kind == "i":
            value = r.choice([0, 1, -1, 7, 255, -1234567, 10**12, 2**63 - 1, -2**63, r.randint(-10**9, 10**9)])
            s = spec(r, ["", "d", "b", "o", "x", "X", "e", "f", "g", "%", "n", "s"])
        else:
            value = "".join(r.choice("ab c\u00e9\U0001F600") for _ in range(r.randint(0, 6)))
            s = spec(r, ["", "s", "s", "d"])
        try:
            result = format(value, s)
            if len(result) > 120:
                continue
        except (ValueError, OverflowError) as e:
            result = "!"
        slot = bits(value) if kind == "f" else "0x%016xu" % (value & (2**64 - 1)) if kind == "i" else "0"
        yield "{'%s', %s, %s, %s, %s}," % (kind, slot, literal(value if kind == "s" else ""), literal(s), literal(result))


def reprs():
    r = random.Random(3)
    letters = "ab '\"\\\n\r\t\u00e9\u20ac\U0001F600\x00\x7f\x1b\u00a0\u00ad\u200b\u2028\ufeff\u3000\ue000"
    for _ in range(200):
        s = "".join(r.choice(letters) for _ in range(r.randint(0, 6)))
        yield "{%s, %s}," % (literal(s), literal(repr(s)))


# ---------------------------------------------------------------- tensors as text

@torch.jit.script
def script_text(t: torch.Tensor) -> str:
    return str(t)


def some_tensor(r):
    rank = r.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5])
    shape = [r.choice([1, 2, 3, 4, 5, 7, 12, 25]) for _ in range(rank)]
    if r.random() < .1 and shape:
        shape[r.randrange(rank)] = 0
    if math.prod(shape) > 120:
        return some_tensor(r)
    dtype = r.choice(list(DTYPES) + [torch.float32] * 8 + [torch.float64] * 3)
    torch.manual_seed(r.getrandbits(32))
    if dtype == torch.bool:
        return torch.rand(shape) < .5
    t = torch.randn(shape, dtype=torch.float64)
    k = r.randrange(9)
    if k == 0:
        t = t.round()
    elif k == 1:
        t = t * 10 ** r.uniform(-8, 10)
    elif k == 2:
        t = (t * 10 ** r.uniform(-1, 9)).round()
    elif k == 3:
        t = torch.exp(t * r.uniform(.1, 12)) * r.choice([1, -1])
    elif k == 4:
        t = torch.zeros_like(t)
    elif k == 5:
        t = t.abs() * 10 ** r.randint(-6, 6)
    elif k == 6:
        t = torch.randint(-3, 1500, shape).double()
    elif k == 7:
        t = torch.full(shape, r.choice([1e-4, 1e8, 1e8 + 1, 1000., 1e-5, 123456., 99999., .1, 1e5, 999999999., 1e9, 1e10]),
                       dtype=torch.float64) * torch.randint(1, 3, shape)
    if t.numel() and r.random() < .25:
        flat = t.view(-1)
        for _ in range(r.randint(1, 3)):
            flat[r.randrange(flat.numel())] = r.choice([math.nan, math.inf, -math.inf, -0.0, 0.0])
    if not dtype.is_floating_point:
        t = torch.nan_to_num(t, 0, 5, 5).clamp(-2**62, 2**62)
        if dtype == torch.uint8:
            t = t.abs() % 256
    return t.to(dtype)


def tensor_case(t, data, start, step, note):
    u = t
    if note == "requires_grad=True":
        u = t.clone().requires_grad_()
    elif note:
        u = t.clone().requires_grad_().clone()
    sizes = ", ".join(str(s) for s in t.shape)
    script = script_text(t) if t.numel() < 2000 else ""
    return '{%d, {%s}, %d, %s, %r, %r, %s, %s, %s},' % (
        DTYPES[t.dtype], sizes, t.dim(), literal(data), start, step, literal(note), literal(repr(u)), literal(script))


def tensors():
    """{dtype, sizes, rank, bytes, start, step, note, eager, script}; without bytes element i is start + i * step."""
    r = random.Random(4)
    for _ in range(220):
        t = some_tensor(r)
        note = r.choice(["", "", "requires_grad=True", "grad_fn=<CloneBackward0>"]) if t.dtype.is_floating_point else ""
        yield tensor_case(t, t.contiguous().numpy().tobytes() if t.dtype != torch.bfloat16
                          else t.contiguous().view(torch.int16).numpy().tobytes(), 0.0, 0.0, note)
    for shape, start, step, dtype in [
            ([1000], 0, 1, torch.float32), ([1001], 0, 1, torch.float32), ([2001], 0, 1, torch.int64),
            ([2000], -0.5, 0.001, torch.float32), ([7, 200], 0, 1, torch.float32), ([200, 7], 0, .5, torch.float64),
            ([6, 200], 0, 1, torch.int64), ([3, 7, 100], 0, .25, torch.float32), ([2, 3, 200], 0, 1, torch.int32),
            ([10, 10, 11], -3, .125, torch.float32), ([5, 5, 5, 9], 0, 1, torch.int64), ([1001, 1], 0, 1, torch.float32),
            ([1, 1001], 0, 1, torch.float32), ([40, 40], -1e5, 333.25, torch.float32), ([1500], 1e-6, 1e-6, torch.float32),
            ([50, 30], 0, 1, torch.float16)]:
        n = math.prod(shape)
        t = (start + torch.arange(n, dtype=torch.float64) * step).to(dtype).view(shape)
        yield tensor_case(t, "", float(start), float(step), r.choice(["", "requires_grad=True"])
                          if dtype.is_floating_point else "")


# ---------------------------------------------------------------- random numbers

def fnv(t):
    """FNV-1a over the bytes, 64 bits."""
    data = (t.view(torch.int16) if t.dtype == torch.bfloat16 else t).contiguous().numpy().tobytes()
    h = 0xcbf29ce484222325
    for b in data:
        h = (h ^ b) * 0x100000001b3 & (2**64 - 1)
    return h


def draws():
    """{what, dtype, size, a, b, c, d, hash}; "seed" starts a new stream with the bits of a."""
    real = [torch.float32, torch.float64, torch.float16, torch.bfloat16]

    def case(what, dtype, n, args, t):
        args = list(args) + [0] * (4 - len(args))
        return '{"%s", %d, %d, %s, 0x%016xu},' % (
            what, DTYPES[dtype], n, ", ".join("%r" % float(a) for a in args), fnv(t))

    for seed in [0, 1, 42, 123456789, 2**32 + 5, 2**63 - 1]:
        torch.manual_seed(seed)
        yield '{"seed", 4, 1, 0.0, 0.0, 0.0, 0.0, 0x%016xu},' % seed
        for n in [1, 2, 15, 16, 17, 31, 32, 33, 1000, 4099]:
            for dtype in real:
                new = lambda: torch.empty(n, dtype=dtype)
                yield case("uniform", dtype, n, (0, 1), torch.rand(n, dtype=dtype))
                yield case("normal", dtype, n, (0, 1), torch.randn(n, dtype=dtype))
                yield case("normal", dtype, n, (1, 2), new().normal_(1, 2))
                yield case("normal", dtype, n, (0, .05), new().normal_(0, .05))
                yield case("uniform", dtype, n, (-.3, .3), new().uniform_(-.3, .3))
                yield case("exponential", dtype, n, (1.5,), new().exponential_(1.5))
                yield case("bernoulli", dtype, n, (.3,), new().bernoulli_(.3))
                yield case("bernoulli_tensor", dtype, n, (.3,), torch.bernoulli(torch.full((n,), .3, dtype=dtype)))
            for dtype in [torch.float32, torch.float64]:
                for args in [(0, 1, -2, 2), (0, .02, -2, 2), (0, 1, 3, 4), (1, 2, -1, 0)]:
                    yield case("trunc_normal", dtype, n, args,
                               torch.nn.init.trunc_normal_(torch.empty(n, dtype=dtype), *args))
            for dtype in DTYPES:
                yield case("random", dtype, n, (0, 0), torch.empty(n, dtype=dtype).random_())
                yield case("random", dtype, n, (0, 2), torch.empty(n, dtype=dtype).random_(0, 2))
            for lo, hi in [(0, 10), (-5, 2**27), (0, 2**28), (0, 2**33), (-2**62, 2**62)]:
                yield case("random", torch.int64, n, (lo, hi), torch.randint(lo, hi, (n,)))
            yield case("randperm", torch.int64, n, (), torch.randperm(n))


# ---------------------------------------------------------------- strings, slices, dicts

def methods():
    """{method, self, arguments as text, result}: s"..." string, i number, b 0/1, l[...] list of strings; "!" an error."""
    r = random.Random(6)

    def word():
        return "".join(r.choice("abAB ab1_.\t\n-") for _ in range(r.randint(0, 8)))

    def short():
        return "".join(r.choice("ab AB1") for _ in range(r.randint(0, 2)))

    def number():
        return r.randint(-9, 12)

    calls = {"upper": [], "lower": [], "swapcase": [], "capitalize": [], "title": [], "isdigit": [], "isalpha": [],
             "isalnum": [], "isspace": [], "isprintable": [], "isupper": [], "islower": [], "isidentifier": [],
             "istitle": [], "find": [short, number, number], "rfind": [short, number, number],
             "index": [short, number, number], "rindex": [short, number, number], "count": [short, number, number],
             "startswith": [short, number, number], "endswith": [short, number, number], "strip": [short],
             "lstrip": [short], "rstrip": [short], "rjust": [number, lambda: r.choice("xy")],
             "ljust": [number, lambda: r.choice("xy")], "center": [number, lambda: r.choice("xy")], "zfill": [number],
             "expandtabs": [number], "split": [short, number], "rsplit": [short, number],
             "splitlines": [lambda: r.random() < .5], "replace": [short, short, number]}
    least = {"find": 1, "rfind": 1, "index": 1, "rindex": 1, "count": 1, "startswith": 1, "endswith": 1, "rjust": 1,
             "ljust": 1, "center": 1, "zfill": 1, "replace": 2}

    def encode(v):
        if isinstance(v, str):
            return "s" + v + "\x01"
        if isinstance(v, list):
            return "l" + "".join(x + "\x02" for x in v) + "\x01"
        return "i%d\x01" % v

    for name, makers in calls.items():
        for _ in range(24):
            self = r.choice([word(), word(), word().strip(), r.choice(["12", "+7", "-42", "a\r\nb\n", "Ab Cd", ""])])
            count = r.randint(least.get(name, 0), len(makers))
            args = [make() for make in makers[:count]]
            try:
                result = encode(getattr(self, name)(*args))
            except ValueError:
                result = "!"
            yield "{%s, %s, %s, %s}," % (literal(name), literal(self), literal("".join(map(encode, args))), literal(result))


def conversions():
    """{text, bits of int() or error, bits of float() or error}."""
    texts = ["", " ", "0", "-0", "+12", " 12 ", "1_000", "_1", "1_", "1__0", "0x10", "12a", "9223372036854775807",
             "-9223372036854775808", "1.5", "1e5", ".5", "5.", ".", "-1E-3", "inf", "-Infinity", "nan", "NaN", "1e400",
             "1_0.0_1", "1_.0", "0x1p3", "nan(1)", "\t3.25\n", "1e", "++1", "- 1", "1 2", "infin"]
    for t in texts:
        row = []
        for convert in (int, float):
            try:
                v = convert(t)
                row.append("true, " + (bits(v) if convert is float else "0x%016xu" % (v & (2**64 - 1))))
            except ValueError:
                row.append("false, 0")
        yield "{%s, %s}," % (literal(t), ", ".join(row))


def slices():
    """{length, lower, upper, step, has, result as digits}."""
    r = random.Random(7)
    edge = [-2**63, -9, -5, -3, -1, 0, 1, 2, 4, 5, 9, 2**63 - 1]
    for _ in range(400):
        n, lower, upper = r.randint(0, 6), r.choice(edge + [None] * 4), r.choice(edge + [None] * 4)
        step = r.choice([1, 1, 2, 3, -1, -1, -2, -3, 2**63 - 1, -2**63])
        result = "0123456789"[:n][slice(lower, upper, step)]
        show = lambda v: "INT64_MIN" if v == -2**63 else str(v or 0)
        yield '{%d, %s, %s, %s, %d, "%s"},' % (n, show(lower), show(upper), show(step),
                                               (lower is not None) | (upper is not None) << 1, result)


def dict_steps():
    """{operation, key, value, result}: put, pop (-1: KeyError), get, has, len, sum of i * key over items."""
    r = random.Random(8)
    d = {}
    for i in range(2400):
        k = r.randrange(40 if i < 1200 else 300)
        what = r.choice(["put", "put", "pop", "get", "has"]) if (i // 300) % 2 == 0 else \
            r.choice(["put", "pop", "pop", "get", "has"])
        if what == "put":
            d[k] = i
            result = len(d)
        elif what == "pop":
            result = d.pop(k, -1)
        elif what == "get":
            result = d.get(k, -1)
        else:
            result = int(k in d)
        yield '{"%s", %d, %d, %d},' % (what, k, i, result)
        if i % 50 == 0:
            yield '{"sum", 0, 0, %d},' % sum(n * 7 * key + value for n, (key, value) in enumerate(d.items()))


if __name__ == "__main__":
    import warnings
    warnings.simplefilter("ignore")
    os.makedirs(FOLDER, exist_ok=True)
    for name, make in {"floats": floats, "specs": specs, "reprs": reprs, "tensors": tensors, "draws": draws,
                       "methods": methods, "conversions": conversions, "slices": slices, "dict_steps": dict_steps}.items():
        write(name + ".inc", make())

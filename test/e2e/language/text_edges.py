# Texts at the edges of the rules: limits of split, % with flags and precisions, NULs, int() of text,
# characters one by one, and cuts inside a code point.
import torch
from typing import List

n = int(torch.tensor(3))
one = "x"[: n - 2].replace("x", "")  # known in the run only, and empty


def splits(s, k):
    print(s.split(None, k), s.rsplit(None, k), s.split(maxsplit=k), s.rsplit(maxsplit=k), s.split(None, -1), s.split())


for s in [" a b  c ", "\u2003é\u2003 à\x1fb\n", "", "   ", "GET /index  rest of line\n"]:
    for k in [0, 1, 2, 9]:
        splits(s, k)
        splits(s + one, k)


@torch.jit.script
def script_splits(s: str) -> List[str]:
    print(s.rsplit(), s.rsplit(" ", 1), s.split(" ", 1))
    return s.split(None, 1)


print(script_splits(" a\x1fb\x1cc  d "), script_splits(" a\x1fb\x1cc  d " + one))


def percent(i, f, s):
    print("%.3d|%6.3d|%-6.3d|%06.3d|%+.3d|% .3d|%#.3x|%#08.3X|%.d|%.0d|%#.3o|%-06.3d|%+08.3d" % ((i,) * 13))
    print("%d|%5d|%-5d|%05d|%+d|% d|%x|%#x|%c|%5c|%-5c|%05c" % ((i,) * 8 + (abs(i) + 33,) * 4))
    print("%.f|%.e|%5.f|%08.2f|%-8.2f|%+.1e|% g|%#.0f" % ((f,) * 8))
    print("%05s|%-6.2s|%+s|%05.1s|%.s|% 5r|%-7r|%#s|%.2r|%08.3s|%-08s|%s%%" % ((s,) * 12))


for i, f in [(5, 2.5), (-5, -0.5), (123456, 1e10), (0, 0.0)]:
    percent(i, f, "abcd")
    percent(i + n - 3, f * (n - 2), "é'" + one)
print("{}{}|{1}{0}|{{}}".replace("|{1}{0}", "").format(n, 2), "{1}{0}{1}".format(n, "b"), "{:{}}|{:{}}".format(n, 4, "s", n))

text = f"a\0b{n:03d}c"
print(len(text), len(f"\0{one}\0"), [f"\0{n}"], len("%s\0%d" % ("\0", n)), len("{}\0".format(one)), f"{n:\0>4}" == "\0\0\0003", f"{2:\0>4}" == "\0\0\0002", f"{n:%>4}", f"{one:;<3}")
print(("a\0b" + one).split("\0"), f"{one}\0{n}".replace("\0", "_"), [one + "\0"], repr("\0"))

for t, base in [("0x_1", 16), ("0x_1", 0), ("0_x1", 36), ("0_0", 0), ("0_1", 16), ("-0b1_0", 2), ("٣_1", 10), (" 1_2 ", 8), ("0x", 36), ("+0O17", 0)]:
    print(int(t, base), int(t + one, base))


@torch.jit.script
def script_int(s: str) -> int:
    return int(s)


@torch.jit.script
def script_float(s: str) -> float:
    return float(s)


print(script_int(" \t12"), script_int("-7" + one), float("1_0.5_0" + one), float("1_0e1_0"))
print(script_float("0x1p3"), script_float(" \t-2.5e1" + one), script_float("nan" + one))

for s in ["plain", "naïve ŉ日", ""]:
    for w in [s, s + one]:
        for c in w:
            print(c, end=".")
        print(list(w), [w[i] for i in range(len(w))], [(i, c) for i, c in enumerate(w)], list(zip(w, w[1:])), {c: 1 for c in w})
        print(w.rjust(9, "日"), w.ljust(2, "é"), w.center(8, "→"), w.zfill(-3), w.rjust(-5, "é"))
        for c in w:
            if c == "ï":
                break
            print(c)

# Strings in TorchScript and in Python.
from typing import List

import torch


@torch.jit.script
def methods(s: str):
    print(s, len(s), s[0], s[-1], s[1:4], s + "!", s == "hello world", s < "zebra")
    print(s.upper(), s.capitalize(), s.replace("o", "0"), s.find("wor"), s.count("l"))
    print(s.startswith("he"), s.endswith("x"), s.split(" "), "-".join(["a", s, "b"]))
    print("  pad ".strip() + "|", "7".zfill(3), "x".rjust(4), "123".isdigit(), s.split("l"))
    print("wor" in s, "xyz" in s, "abc" not in s)
    out = ""
    for c in s:
        if c != "l":
            out = c + out
    print(out, out.lower())
    print(int("12") + 1, float("2.5") * 2, str(7) + str(2.5) + str(True))


@torch.jit.script
def formatting(i: int, x: float, b: bool, s: str, l: List[int], t: torch.Tensor):
    print("{} and {}".format(i, x), "{}{}".format(b, s))
    print("%d items, %s, %f, %e, %i%%" % (i, s, x, x, i))
    print(f"i={i} x={x} b={b} s={s} l={l} {i + 1}")
    print("list {}".format(l), "shape {}".format(t.shape), f"{t.dim()} {t.dtype}")


methods("hello world")
formatting(3, 2.5, True, "text", [1, 2], torch.ones(2, 3))
formatting(-1, 0.1, False, "", [7], torch.zeros(1))

s = "Grüße"
print(s, s[::-1], "-".join("abc"), "a,b,,c".split(","), "x" * 3, repr("it's"))
i, x, name = 42, 3.14159, "tine"
print(f"{i:5d}|{i:<5}|{i:^7}|{i:05d}|{i:+d}|{i:x}|{i:,}|{1234567:,}")
print(f"{x:.2f}|{x:8.3f}|{x:e}|{x:.3g}|{x:%}|{-x:+.1f}|{x!r}|{name!r:>8}|{name:*^10}")
print("%5d|%-5d|%05.1f|%s|%r|%x|%e" % (i, i, x, name, name, i, x))
print("{:>6}|{:<6}|{!r}|{0}".replace("|{0}", "").format(i, name, name), "{1} {0}".format("a", "b"))
print(f"{i=} {x=:.1f} {'nested ' + name} {{braces}} {[1, 'a']} {None} {(1,)}")
w, p = 10, 2
print(f"{x:{w}.{p}f}|", name.title(), name.center(8, "."), "tab\tnew", 'a"b', "back\\slash")

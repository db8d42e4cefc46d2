# Text beyond ASCII: Python counts code points, TorchScript bytes. The same of constants and in the
# run, and what programs decide by constants.
import torch

n = int(torch.tensor(3))
words = ["über", "Ñandú", "naïve café", "→x", "ΣΊΣΥΦΟΣ ΑΣ", "Straße", "ǆ ŉ İ", "ЖУК жук", "١٢٣", "½²", "a\u00a0b\u2028c\x85d", "日本語", "", "plain Text_1", "éa\tb", "ﬁ ﬀ"]
for i in range(len(words)):
    w = words[i * n // 3]
    print(w.upper(), w.lower(), w.title(), w.capitalize(), w.swapcase(), w.casefold())
    print(w.isalpha(), w.isalnum(), w.isdigit(), w.isdecimal(), w.isnumeric(), w.isspace(), w.isupper(), w.islower(), w.istitle(), w.isidentifier(), w.isprintable(), w.isascii())
    print(len(w), w.find("a"), w.rfind("a"), w.find("", 2), w.count(""), w.count("a", 1), w.find("a", -3, None), w.center(12, "→"), w.ljust(8) + "|", w.rjust(9, "é"), w.zfill(9))
    print(w.split(), w.rsplit(None, 1), w.split(None, 1), w.splitlines(), w.splitlines(True), w.partition("a"), w.rpartition("é"), w.strip("üéa"), w.replace("", "-", 3), w.expandtabs(4).replace(" ", "."))
    print(w[::-1], w[1:], w[-2:], w[::2], w[:n], repr(w), w.removeprefix("ü"), w.removesuffix("é"), w.startswith(("ü", "N")), w.endswith(("é", "u"), 1), w.startswith("a", 1))
    if w:
        print(w[0], w[-1], ord(w[0]), ord(w[len(w) - 1]), chr(ord(w[0]) + n))
    print("-" * n + w * n, n * "é", f"{w:>{n * 4}}|{w!r:^{n * 6}}|{w:.{n}}|{n:0{n}d}|{n / 7:>{n + 5}.{n}f}")
print(int("ff", 16), int("0b11", 0), int("-0x1F", 16), int("z", 36), int(" 1_000 "), float("1e-3"), float("nan"), float(" -inf "), int("١٢"))
for s in ["ff", "10", "7f"]:
    print(int(s, 16), int(s + "0", base=16))
print("{!s:>6}|{!r:<8}|{:>{}}|{:{w}.{p}f}|{0}".format(1, "a", "b", 5, 2.5, w=8, p=2) if n > 5 else "{!s:>6}|{!r:<8}|{:>{}}|{:{w}.{p}f}".format(1, "a", "b", n + 2, n / 2, w=8, p=n))
print("ReLU".find("Linear"), "a.b.c".rfind("."), "abc".index("c"), "aXbX".count("X"), "a,b".partition(","), "x".join("abc"))
k = "%03d-%s" % (7, "x")
d = {"007-x": 5}
print(d[k], d[f"{7:03d}-{'x'!s:1}"], ("K" + "ab".upper() + str(int("12") + 1)).lower())


@torch.jit.script
def count(s: str):
    print(len(s), s.find("d"), s.rfind("a"), s.isalpha(), len(s[0]), len(s.center(9, "*")), len(s[1:]), ord(s[0]))
    total = 0
    for c in s:
        total += len(c)
    print(total, s.upper()[:2], s.count("n"), s.split("d")[0], s.index("d"), s.title()[:3], "-".join(s.split("a")))


count("Nandú")
for w in ["über", "ΣΑΣ Straße", "a,b c"]:
    print(w[0], w[-1], w[5:], w.upper(), w.title(), w.find("e"), w.center(13, "·"), w.split(), w.split(",", maxsplit=1), w.isalpha(), ord(w[1]))
for s in [n > 2, n > 7]:
    print(f"[{s!s:<6}] [{n!r:>4}] [{(n, 1)!s:>8}] [{s!r:^9}] {s:d}", "{!s:>6}|{!r:<8}|".format(s, "a"))
layers = {"layer%d" % int(k.split(".")[1]): len(k) for k in ["m.0.weight", "m.1.b"]}
if "Linear(3, 4)".find("Linear") != -1 and "x.y".rindex(".") == 1 and int("0") == 0 and float("1e-3") < 1:
    print(layers, "key=value".strip("k").partition("="), "a-b".removesuffix("-b"))
else:
    print(undefined)

# Dicts with known and unknown keys, and what iterates over them.
from typing import Dict, List

import torch


@torch.jit.script
def counting(words: List[str]) -> Dict[str, int]:
    counts: Dict[str, int] = {}
    for w in words:
        if w in counts:
            counts[w] += 1
        else:
            counts[w] = 1
    return counts


def end_of(k: str) -> str:
    return k + "!"


@torch.jit.script
def methods():
    d = {"a": 1, "b": 2}
    d["c"] = 3
    print(d, len(d), "a" in d, "z" in d, d["b"])
    print(d.get("a"), d.get("z", -1), d.setdefault("q", 9), d.pop("a"))
    d.update({"b": 20, "w": 5})
    print(d, list(d.keys()), list(d.values()))
    for k, v in d.items():
        print(k, v)
    for k in d:
        print(k, end_of(k))
    del d["b"]
    e = {"b": 1}
    e.update(d)
    e["new"] = 0
    print(d, e, len(e))
    d.clear()
    print(d)


@torch.jit.script
def by_int(n: int) -> Dict[int, float]:
    d: Dict[int, float] = {}
    for i in range(n):
        d[i * i % 7] = i / 2
    return d


@torch.jit.script
def of_tensors(x: torch.Tensor) -> torch.Tensor:
    d: Dict[str, torch.Tensor] = {}
    for i in range(3):
        d["t" + str(i)] = x * i
    total = torch.zeros_like(x)
    for k, v in d.items():
        total = total + v
    print(d["t2"].sum(), len(d))
    return total


@torch.jit.script
def of_lists(xs: List[int]) -> Dict[str, List[int]]:
    groups: Dict[str, List[int]] = {}
    for name in ["even", "odd"]:
        groups[name] = torch.jit.annotate(List[int], [])
    for x in xs:
        groups["even" if x % 2 == 0 else "odd"].append(x)
    return groups


print(counting(["x", "y", "x", "z", "x"]))
methods()
print(by_int(6))
print(of_tensors(torch.ones(2)))
print(of_lists([1, 2, 3, 4, 5]))
squares = torch.jit.script(by_int)(3)
print(squares[1], sorted(squares.keys()))

# In Python.
d = {1: "one", "two": 2, (3, 4): [5]}
d[None] = {}
print(d, d[(3, 4)], {k: len(str(v)) for k, v in d.items()}, {**{"a": 1}, "b": 2})
for i, (k, v) in enumerate({"x": 1, "y": 2}.items()):
    print(i, k, v)
print(dict(a=1, b=2), list({"p": 1}), {"p": 1}.get("q"), {} or "empty")

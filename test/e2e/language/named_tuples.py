# Tuples and named tuples as arguments, results and elements.
from typing import Dict, List, NamedTuple, Tuple

import torch


class Point(NamedTuple):
    x: float
    y: float
    label: str = "p"


class Stats(NamedTuple):
    mean: torch.Tensor
    count: int


@torch.jit.script
def move(p: Point, by: float) -> Point:
    return Point(p.x + by, p.y - by, p.label + "'")


@torch.jit.script
def stats(x: torch.Tensor) -> Stats:
    return Stats(mean=x.mean(), count=x.numel())


@torch.jit.script
def many(n: int) -> List[Tuple[int, str]]:
    out: List[Tuple[int, str]] = []
    for i in range(n):
        out.append((i, "n" + str(i)))
    return out


@torch.jit.script
def nested(t: Tuple[int, Tuple[float, str]]) -> Tuple[str, float]:
    a, (b, c) = t
    d = (a, b, c)
    print(d, d[0], d[-1], d[1:], len(d))
    return c, b * a


@torch.jit.script
def use(x: torch.Tensor):
    s = stats(x)
    mean, count = s
    print(s.count, count, mean.item(), s[1])
    table: Dict[str, Tuple[int, int]] = {"a": (1, 2)}
    table["b"] = (3, 4)
    for k, v in table.items():
        print(k, v[0] + v[1])
    for i, name in many(2):
        print(i, name)


p = Point(1.0, 2.0)
print(p, p.x, p[1], p.label, move(p, 0.5), Point(y=1.0, x=0.0, label="q"))
print(stats(torch.tensor([1.0, 2.0, 6.0])))
print(many(3), nested((2, (1.5, "s"))))
use(torch.ones(4) * 3)
x, y, label = p
print(x + y, label, (1, 2) == (1, 2), (1, 2) < (1, 3), 2 in (1, 2))

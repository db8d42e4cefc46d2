# `*` of so many items as only the run knows: arguments of functions, classes, zip,
# max and displays, and the tuples of the run that they make.
# arguments: 1,2,3 4,5,6 7,8,10
# arguments: 1,2,3 4,0,6 70,8,10
import sys
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple
import torch
import numpy as np

P = namedtuple("P", "x y z")


@dataclass
class D:
    a: float
    b: float
    c: float


class N(NamedTuple):
    a: str
    b: str
    c: str


class A:
    def __init__(self, first, *rest):
        self.first = first
        self.rest = rest

    def total(self, scale, *values, flip=False):
        return scale * sum(values) * (-1 if flip else 1)


lines = sys.argv[1:]
for line in lines:
    v = [float(x) for x in line.split(",")]
    p = P(*v)
    print(p, p.y)
    d = D(*v)
    print(d)
    n = N(*line.split(","))
    print(n, n.b)
    a = A(*v)
    print(a.first, a.rest, len(a.rest), a.total(*v), a.total(2, *v, flip=True))
    f = lambda x, y, z: x * y * z
    print(f(*v), f(1, *v[1:]))
    print(f"{max(*v)} {min(*v)}")
t = tuple(len(s) for s in lines)
u = tuple([int(s.split(",")[0]) for s in lines])
print(t, u, t == u, t == tuple(t), t != u, t < u, u[0], u[-1], u[1:], len(u), 4 in u, u.index(4), u.count(1), u + t, (0,) + u, u * 2)
print(isinstance(u, tuple), isinstance(u, list), type(u).__name__, [*u, 1], (*u, 2), list(u), sum(u), max(u), sorted(u, reverse=True), tuple(reversed(u)))
print(torch.tensor(u), np.array(u), torch.tensor(list(zip(*[[1.0, float(x)] for x in u]))[0]))
print([x * 2 for x in u], {x: i for i, x in enumerate(u)}, set(u) == {1, 4, 7})
a, b, c = u
print(a, b, c)
first, *rest = u
print(first, rest)
for i, (x, y) in enumerate(zip(u, t)):
    print(i, x, y)
data = [(torch.full((2,), float(x)), x) for x in u]
xs, ys = zip(*data)
print(torch.stack(xs), torch.tensor(ys))
print(torch.stack(xs).shape, torch.cat(xs))
xs, ys = map(list, zip(*data))
print(ys)
groups = {}
for k, s in zip(u, lines):
    groups[k] = tuple(s.split(","))
print(groups)
print(not u, bool(u), ",".join(tuple(lines)))
print("{} {} {}".format(*u))

# An object of a class that Python gives to a scripted function or module, or
# gets from one, is copied with what it holds; its tensors are shared. One that
# torch.jit.script made is TorchScript's and stays one.
import torch
from typing import Dict, List, Optional, Tuple


@torch.jit.script
class Inner(object):
    def __init__(self):
        self.n = 0


@torch.jit.script
class Counter(object):
    def __init__(self):
        self.t = 0
        self.m: Dict[int, int] = {}
        self.l: List[int] = []
        self.i = Inner()
        self.x = torch.zeros(2)

    def step(self):
        self.t += 1
        self.m[self.t] = 1
        self.l.append(1)
        self.i.n += 1
        self.x.add_(1)


@torch.jit.script
def f(c: Counter) -> int:
    c.step()
    return c.t


@torch.jit.script
def g(c: Counter) -> Counter:
    c.step()
    return c


@torch.jit.script
def h(c: List[Counter]) -> Counter:
    c[0].step()
    c.append(c[0])
    return c[0]


@torch.jit.script
def two(c: Counter, d: Counter) -> Tuple[int, bool]:
    c.step()
    return d.t, c is d


@torch.jit.script
def opt(c: Optional[Counter]) -> int:
    if c is not None:
        c.step()
        return c.t
    return -1


def show(c: Counter):
    print(c.t, len(c.m), len(c.l), c.i.n, c.x)


c = Counter()
print(f(c), f(c))
show(c)
d = g(c)
show(c)
show(d)
print(c is d, c.i is d.i, c.l is d.l, c.x is d.x)
d.step()
show(c)
show(d)
l = [c, d]
e = h(l)
print(len(l))
show(c)
show(e)
print(two(c, c))
show(c)
print(opt(c), opt(None))
show(c)
t = {"a": (c, 1)}


@torch.jit.script
def q(t: Dict[str, Tuple[Counter, int]]) -> int:
    t["a"][0].step()
    return t["a"][0].t


print(q(t))
show(c)


class M(torch.nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c

    def forward(self, x):
        self.c.step()
        return x + self.c.t


m = torch.jit.script(M(c))
print(m(torch.ones(1)), m(torch.ones(1)))
show(c)
r = m.c
show(r)
r.step()
show(r)
show(m.c)


class Plain(object):
    def __init__(self):
        self.t = 0

    def step(self):
        self.t += 1


p = Plain()
s = torch.jit.script(p)
s.step()
print(s.t, p.t)


@torch.jit.script
def plain(c: Plain) -> int:
    c.step()
    return c.t


print(plain(s), s.t, plain(p), p.t)


@torch.jit.script
def grow(l: Optional[List[int]]) -> int:
    if l is not None:
        l.append(3)
        return len(l)
    return 0


x = torch.ones(2)
l = [1]
m = l if x.sum() > 0 else None
print(grow(m), grow(m), len(l))
n = l if x.sum() > 5 else None
print(grow(n), grow(n), len(l))

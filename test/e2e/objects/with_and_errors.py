# `with`: what __exit__ gets where the body raises, and what it keeps from going on.
import contextlib
import torch

class C:
    def __init__(self, n, s): self.n, self.s = n, s
    def __enter__(self):
        print("enter", self.n)
        return self
    def __exit__(self, t, v, tb):
        print("exit", self.n, t is not None, t.__name__ if t else None, v)
        return self.s
with C(1, False):
    with C(2, True) as c:
        print(c.n)
        raise KeyError("k")
    print("between")
print("after")
with C(3, True), C(4, False):
    raise RuntimeError("x")
try:
    with C(5, False):
        raise ValueError("v")
except ValueError as e:
    print("caught", e)
def f():
    with C(6, False):
        return 3
print(f())
for i in range(3):
    with C(i, False):
        if i == 1:
            break

class C:
    def __enter__(self):
        return self
    def __exit__(self, t, v, tb):
        print("exit", t is not None)
        return isinstance(v, ValueError)
def g(x):
    if x.sum() > 1:
        raise ValueError("big")
    return 1
for x in [torch.zeros(2), torch.ones(2)]:
    with C():
        g(x)
        print("body end")
print("done")

@contextlib.contextmanager
def ctx(name):
    print("in", name)
    try:
        yield name * 2
    finally:
        print("out", name)
with ctx("a") as b:
    print(b)
try:
    with ctx("q"):
        raise ValueError("z")
except ValueError as e:
    print("c", e)
class D(contextlib.ContextDecorator):
    def __enter__(self): print("e")
    def __exit__(self, *a): print("x")
@D()
def f(): print("f")
f()
with contextlib.nullcontext(4) as q:
    print(q)
with contextlib.suppress(KeyError):
    raise KeyError("a")
print("ok")
with contextlib.suppress(KeyError, ValueError):
    raise ValueError("a")
    print("no")
print("ok2")

# What dataclasses and enums raise.
from dataclasses import dataclass, FrozenInstanceError
from enum import Enum
@dataclass(frozen=True)
class Frozen:
    x: int
    y: tuple = ()
c = Frozen(1)
try: c.x = 2
except FrozenInstanceError: print("frozen")
try: c.x = 2
except AttributeError as e: print(e)
try: del c.x
except AttributeError as e: print(e)
print({c: 1}[Frozen(1)], c in {Frozen(1)}, Frozen(1, (2,)) == Frozen(1, (2,)))

class Letter(Enum):
    A = 1
    B = 2
try: Letter["C"]
except KeyError as e: print(e, repr(e))
try: Letter(7)
except ValueError as e: print(e)
print(Letter["A"], Letter.__members__.keys(), "A" in Letter.__members__, [e.name for e in Letter], Letter.A.name.lower())

import torch
class Act(Enum):
    RELU = "relu"
    TANH = "tanh"
    def __call__(self, x):
        return getattr(torch, self.value)(x)
print(Act.RELU(torch.tensor([-1., 1.])), Act("tanh")(torch.zeros(1)))

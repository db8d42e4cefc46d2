# Class patterns: classes of Python, of PyTorch, of the program and named tuples; matches in matches.
import enum
from collections import namedtuple
from typing import NamedTuple

import torch
import torch.nn as nn


class Pair(NamedTuple):
    first: int
    second: int


Old = namedtuple("Old", "a b")


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Base:
    __match_args__ = ("a", "b")

    def __init__(self, a, b):
        self.a = a
        self.b = b


class Derived(Base):
    @property
    def c(self):
        return self.a + self.b


def f(v):
    match v:
        case Pair(1, b):
            return f"pair {b}"
        case Old(a, b=3):
            return f"old {a}"
        case Color(value=1):
            return "value 1"
        case Color(name=n):
            return n
        case torch.Tensor(shape=[2, k]):
            return f"two rows of {k}"
        case torch.Tensor(shape=(k,)):
            return f"vector of {k}"
        case torch.Tensor() as t:
            return f"tensor of {t.dim()}"
        case Level.HIGH:
            return "high"
        case nn.Linear(in_features=i, bias=None):
            return f"linear {i} without bias"
        case nn.Linear(in_features=i):
            return f"linear {i}"
        case nn.Sequential():
            return f"sequential {len(v)}"
        case Derived(a, c=c):
            return f"derived {a} {c}"
        case Base(a, b):
            return f"base {a} {b}"
        case dict(d) if len(d) == 1:
            return f"dict {d}"
        case bool(b):
            return f"bool {b}"
        case float() | int() as num:
            return f"number {num}"
        case str() as s if s.startswith("a"):
            return f"a string {s}"
        case list(l) | tuple(l) if l:
            return f"items {l}"
        case {torch.float32: w}:
            return f"weight {w}"
        case {"x": None, **rest} if not rest:
            return "x is None"
        case torch.float32 | torch.float64:
            return "float type"
        case set(s):
            return f"set of {len(s)}"
    return "none"


for v in (Pair(1, 2), Pair(2, 3), Old(1, 3), Old(1, 4), Color.RED, Color.BLUE, Level.HIGH, Level.LOW, torch.ones(2, 5),
          torch.ones(4), torch.ones(()), nn.Linear(2, 3, bias=False), nn.Linear(4, 3), nn.Sequential(nn.ReLU()),
          Derived(1, 2),
          Base(3, 4), {"k": 1}, {}, True, 2.5, 7, "abc", "b", [1], [], {torch.float32: 2, 1: 1}, {"x": None},
          torch.float64, {1, 2}):
    print(f(v))


def g(a, b):
    x = 0
    match a:
        case 1:
            match b:
                case 1:
                    x = 11
                case _ if a > b:
                    x = 10
        case y if y > 1:
            match y, b:
                case (p, q) if p == q:
                    x = p
                case (p, 0):
                    x = -p
    return x


n = int(torch.randint(1, 2, ()))
print([g(a * n, b * n) for a in range(4) for b in range(3)])
match (z := n + 1):
    case 2:
        print("walrus", z)
match *[1, 2], n:
    case 1, *m:
        print(m)
match n:
    case -1 | -2.5:
        print("neg")
    case 1 if (w := 5) > n:
        print("guard", w)
match torch.tensor(3.0):
    case 3.0:
        print("tensor is three")
data = torch.arange(3)
match data[1]:
    case 0:
        print("zero")
    case 1:
        print("one of the run")

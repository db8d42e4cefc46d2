# Members of enums and fields of named tuples: text, methods, properties and what Python adds.
from collections import namedtuple
from enum import Enum, IntEnum, auto
from typing import NamedTuple

import torch


class Act(Enum):
    RELU = "relu"
    TANH = 3
    AGAIN = 3

    @property
    def short(self):
        return self.name[0]

    def describe(self, n):
        return f"{self.name}*{n}"

    @classmethod
    def default(cls):
        return cls.RELU


class Level(IntEnum):
    LOW = auto()
    HIGH = auto()


class Color(Enum):
    RED = auto()
    BLUE = auto()

    def __str__(self):
        return self.name.lower()


class Spec(NamedTuple):
    n: int
    act: Act
    def total(self):
        return self.n + 1
    @property
    def twice(self):
        return self.n * 2

s = Spec(3, Act.TANH)
print(s, [Act.RELU], (Act.TANH, 1), {"a": Act.RELU}, repr(Act.RELU), f"{Act.RELU!r} {Act.RELU}")
print({Act.RELU: 1}, str(Act.TANH), "%s %r" % (Act.RELU, Act.TANH), "{!r} {}".format(Act.RELU,
      Act.TANH))
print(len(Act), [a.name for a in Act], Act.AGAIN, Act.TANH.short, Act.RELU.describe(2),
      Act.default())
print(Level.LOW, [Level.HIGH], Level.LOW < Level.HIGH, Level.HIGH == 2, Level.HIGH + 1,
      [int(Level.LOW)], Level(2).name, Level.LOW.value)
print(f"{Level.LOW} {Level.LOW!r}", [l for l in Level], torch.arange(4)[Level.HIGH],
      isinstance(Level.LOW, Level), isinstance(Level.LOW, int))
print(Color.RED, [Color.BLUE], f"{Color.BLUE}")
print(s._replace(n=5), s._asdict(), s._fields, s.total(), s.twice)
print(hasattr(s, "n"), hasattr(s, "_asdict"), hasattr(s, "zz"), hasattr(Act.RELU, "name"),
      hasattr(Act.RELU, "q"))
P = namedtuple("P", ["x", "y"], defaults=[2])
Q = namedtuple("Q", "a, b c")
p = P(1)
x, y = p
print(p, P(x=3, y=4), p.x + p.y, x, y, Q(1, 2.0, torch.ones(1)), P._fields, p == (1, 2), len(p),
      p[0])
print(type(Act.TANH) == Act, type(s).__name__, type(Level.LOW).__name__)

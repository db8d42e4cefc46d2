# Dataclasses as configurations and as state that the run changes: Python's and TorchScript's, in
# branches, loops and tasks.
from __future__ import annotations

import copy
import dataclasses
import math
import typing
from dataclasses import dataclass, field
from enum import Enum
from typing import Callable, List, Literal, NamedTuple, Optional

import torch
import torch.nn as nn
import torch.nn.functional as F


class Mode(Enum):
    A = 1
    B = 2
    ALIAS = A


class Point(NamedTuple):
    x: int
    y: int = 0


@dataclass
class Config:
    dims: tuple = (1, 2)
    act: Callable = F.relu
    mode: Mode = Mode.A
    kind: Literal["a", "b"] = "a"
    dtype: torch.dtype = torch.float32
    device: torch.device = torch.device("cpu")
    eps: float = 1e-5
    steps: int = 10 * 2
    double: int = steps * 2
    limit: typing.ClassVar[int] = 5
    hidden: dataclasses.InitVar[int] = 1
    point: Point = Point(1, 2)
    meta: int = dataclasses.field(default=3, metadata={"help": "x"})
    inf: float = math.inf
    none: Optional[int] = None
    parts: list = dataclasses.field(default_factory=lambda: [1, [2.5, "a"], (3,)])

    def __post_init__(self, hidden):
        assert hidden == 1, "hidden"
        if self.kind not in ("a", "b"):
            raise ValueError("kind")

    @property
    def head(self):
        return self.dims[0]

    @staticmethod
    def make():
        return Config(dims=(3,))


c = Config(act=None)
print(c)
print(Config.make().head, Mode.ALIAS is Mode.A, Config().act(torch.tensor([-1.0, 1.0])), c.double, c.limit)
d = copy.deepcopy(c)
d.parts.append(4)
print(d == c, len(c.parts), copy.copy(c) == c, isinstance(c, Config), type(c) is Config, type(c).__qualname__)
print(dataclasses.asdict(c))
print([f.metadata for f in dataclasses.fields(Config) if f.name == "meta"], hasattr(c, "nope"), getattr(c, "eps"))
for f in dataclasses.fields(c):
    if f.name == "eps":
        setattr(c, f.name, 0.1)
        print(f.name, getattr(c, f.name), f.default)


@dataclass(eq=False)
class Module(nn.Module):
    width: int = 2

    def __post_init__(self):
        super().__init__()
        self.lin = nn.Linear(self.width, 1)

    def forward(self, x):
        return self.lin(x)


print(Module()(torch.ones(1, 2)).shape, len(list(Module(3).parameters())))


@dataclass(order=True)
class Version:
    major: int
    minor: int = 0
    note: str = field(default="", compare=False)


versions = [Version(2), Version(1, 5, "b"), Version(1, 5, "a"), Version(1)]
print(sorted(versions), min(versions), max(versions), versions.index(Version(1)), Version(1) in versions)
print(sorted(versions, key=lambda v: v.minor, reverse=True)[0], sum(v.major for v in versions))


@dataclass
class Mean:
    n: int = 0
    mean: float = 0.0

    def __iadd__(self, x):
        self.n += 1
        self.mean += (x - self.mean) / self.n
        return self

    def __str__(self):
        return f"{self.mean:.2f} of {self.n}"


s = Mean()
for x in torch.arange(5.0):
    s += x.item()
print(s, [s], repr(s))
if torch.ones(1).item() > 0:
    s.n = 100
print(s.n, s, s == Mean(100, 2.0))


@dataclass(slots=True)
class Slots:
    x: int
    y: int = 2


p = Slots(1)
p.y = 5
print(p)


@dataclass
class State:
    x: torch.Tensor
    n: int
    tags: Optional[int] = None


f = torch.jit.fork(lambda state, x: x * state.n, State(torch.ones(2), 4), torch.ones(2))
print(torch.jit.wait(f))
w = torch.ones(2, requires_grad=True)
state = State(w * 2, 1)
print(state)
state.x.sum().backward()
print(w.grad)
states = [State(torch.ones(1) * i, i) for i in range(3)]
for state in states:
    state.x = state.x + 1
    state.n += 1
print(states, sum(s.n for s in states), [s.x for s in states])
table = {"a": State(torch.zeros(1), 0)}
for i in range(30):
    table["a"].n += i
    table["a"].x += i
print(table, table == {"a": table["a"]}, table == {"b": 1}, {"a": 1, "b": [2]} == {"b": [2], "a": 1.0})


@dataclass
class Log:
    losses: List[float] = field(default_factory=list)
    best: Optional[float] = None

    def push(self, v):
        self.losses.append(v)
        if self.best is None or v < self.best:
            self.best = v


log = Log()
weight = nn.Parameter(torch.tensor([3.0]))
optimizer = torch.optim.SGD([weight], lr=0.1)
for i in range(30):
    optimizer.zero_grad()
    loss = (weight**2).sum()
    loss.backward()
    optimizer.step()
    log.push(loss.item())
print(len(log.losses), f"{log.best:.4f}", log.best is None)
print(Log([1.0], 0.5), Log() == Log(), Log() is Log())


@torch.jit.script
@dataclass(order=True)
class Scripted:
    n: int = 2

    def __post_init__(self):
        self.n = self.n + 1


@torch.jit.script
def step(x: torch.Tensor, n: int) -> torch.Tensor:
    s = Scripted(n)
    if s == Scripted(3):
        return x
    return x * (s.n + Scripted(n=2).n)


print(step(torch.ones(2), 3), step(torch.ones(2), 5))


@dataclass
class Plain:
    x: int = 1


@dataclass(slots=True)
class Slotted:
    x: int = 1


class Both(Slotted):
    pass


class Named:
    __slots__ = ("x",)


print([hasattr(v(), "__dict__") for v in (Plain, Slotted, Both, Named)], hasattr(Slotted(), "x"))

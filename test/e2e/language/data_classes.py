# Dataclasses: fields of bases, options of fields, text, comparisons, keys, and the functions of the
# module.
import dataclasses
import dataclasses as dc
from dataclasses import KW_ONLY, InitVar, asdict, astuple, dataclass, field, fields, is_dataclass, replace
from dataclasses import dataclass as data
from typing import ClassVar, Dict, List, NamedTuple, Optional, Tuple

import torch
import torch.nn as nn


@dataclass
class Optim:
    name: str = "adamw"
    lr: float = 3e-4
    betas: Tuple[float, float] = (0.9, 0.999)


@dataclass
class Base:
    width: int
    depth: int = 2
    tags: List[str] = field(default_factory=list)
    count: ClassVar[int] = 7


@dataclass
class Config(Base):
    depth: int = 3
    optim: Optim = field(default_factory=Optim)
    extra: Dict[str, int] = field(default_factory=lambda: {"a": 1}, repr=False)
    secret: str = field(default="x'y%", repr=False, compare=False)
    seed: Optional[int] = None

    def total(self):
        return self.width * self.depth


c = Config(8)
print(c)
print([c.optim, c.optim], {"k": Optim(lr=1e-5)}, (c.total(), Optim("sgd")))
print(f"{c} {c!r} {c.optim.name:>8}", str(c) == repr(c), Config.depth, Config.count, c.count)
c.tags.append("t")
print(Config(8).tags, c.tags, Base(1), Base.depth)
print(c == Config(8), c == Config(8, tags=["t"]), c != Config(8, 3, ["t"], secret="other"), Base(8) == Config(8), c == 3)
print(asdict(c))
print(astuple(c), dataclasses.astuple(c.optim))
print(replace(c, width=4, optim=replace(c.optim, lr=0.5)), c.width)
print([f.name for f in fields(c)], [f.name for f in dc.fields(Base)], is_dataclass(c), is_dataclass(Config), is_dataclass(3))
print([(f.name, f.default) for f in fields(Optim)], fields(Base)[0].default is dataclasses.MISSING)
print({f.name: getattr(c.optim, f.name) for f in fields(c.optim)})


@dataclasses.dataclass(frozen=True, order=True)
class Key:
    a: int
    b: str = "k"


keys = {Key(1): "one", Key(2, "z"): "two"}
print(keys[Key(1)], Key(2, "z") in keys, Key(2) in keys, len({Key(1), Key(1), Key(3)}), keys)
print(Key(1) < Key(2), Key(1, "b") >= Key(1, "c"), sorted([Key(3), Key(1, "b"), Key(1, "a")]), max(Key(1), Key(5)))


@data(eq=False)
class Ident:
    x: int = 1


i = Ident()
print(i == Ident(), i == i, i in {i: 1}, i)


@dataclass
class Own:
    x: int
    y: InitVar[int] = 3
    _: KW_ONLY
    z: int = 5
    w: float = field(init=False)
    v: list = field(init=False, default_factory=list)

    def __post_init__(self, y):
        self.w = self.x + y + self.z / 2
        self.v.append(y)

    def __repr__(self):
        return f"Own<{self.x}>"


print(Own(1), Own(1, 2, z=6).w, Own(2).v, [Own(4)], Own(1) == Own(1), Own(1, 2) == Own(1, 4), Own.y)


class Plain(Config):
    def __init__(self):
        super().__init__(5, tags=["p"])
        self.more = 1


print(Plain(), Plain().more, Plain() == Plain(), [f.name for f in fields(Plain)])


@dataclass(repr=False, kw_only=True)
class Quiet:
    x: int
    y: int = 2

    def __str__(self):
        return "quiet"


@dataclass
class Outer:
    @dataclass
    class Inner:
        q: int = 1

    inner: Inner = field(default_factory=Inner)
    quiet: Quiet = field(default_factory=lambda: Quiet(x=1), repr=False)


print(Outer(), Quiet(x=2, y=3), str(Outer().quiet), Outer.Inner)


def make(n):
    @dataclass
    class Local:
        n: int
        t: torch.Tensor = None

    return Local(n)


print(make(3))


@dataclass
class Batch:
    x: torch.Tensor
    n: int
    loss: float = 0.0
    items: List[float] = field(default_factory=list)


t = torch.arange(4.0)
b = Batch(t, int(t.sum().item()), t.mean().item())
b.items.append(t.max().item())
print(b)
print(f"{b.loss:.3f}", b.n, asdict(b), b == b, replace(b, n=3).n)


@dataclass(frozen=True)
class Frozen:
    x: int
    y: int = 0

    def __post_init__(self):
        object.__setattr__(self, "y", self.x * 2)

    def moved(self, d):
        return replace(self, x=self.x + d)


print(Frozen(2), Frozen(2).moved(3))


class Money:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        if not isinstance(o, Money):
            return NotImplemented
        return self.v == o.v

    def __lt__(self, o):
        if not isinstance(o, Money):
            return NotImplemented
        return self.v < o.v


print(Money(1) == Money(1), Money(1) == 1, Money(1) != Money(2), Money(1) != 1, 1 == Money(1), Money(3) > Money(2))
t2 = torch.ones(3)
print((t2, 1) == (t2, 1), [t2] == [t2])


class Net(nn.Module):
    def __init__(self, cfg: Config):
        super().__init__()
        self.cfg = cfg
        self.layers = nn.ModuleList([nn.Linear(cfg.width, cfg.width) for _ in range(cfg.depth)])

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x


torch.manual_seed(0)
net = Net(c)
print(net(torch.ones(2, 8)).shape)
print(b)

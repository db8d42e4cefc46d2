# A class says how it is formatted.
from dataclasses import dataclass
from enum import Enum

import torch


class Value:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return "repr"

    def __format__(self, spec):
        return "<" + format(self.x, spec or ".3f") + ">"


@dataclass
class Metric:
    name: str
    value: float

    def __format__(self, spec):
        return f"{self.name}={self.value:.3f}"


class Mode(Enum):
    A = "a"
    B = 2


v = Value(torch.tensor([1.0, 2.0]).sum().item())
print(f"{v} {v:8.2f} {v!r} {v!s:>6}", "{} {:.1f}".format(v, v), format(v), format(v, "e"), str(v), [v], "%s" % v)
m = Metric("loss", torch.tensor(2.0).item())
print(f"{m} {m:x}", "{}".format(m), format(m), m, "%r" % m)
print("%s" % Mode.A, "%s and %s" % (Mode.A, Mode.B), f"{Mode.B}", "%-8s|" % Mode.B)

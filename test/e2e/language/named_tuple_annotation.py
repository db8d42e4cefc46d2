# The fields of a named tuple without annotations are tensors in TorchScript.
from collections import namedtuple

import torch

Point = namedtuple("Point", ["x", "y"])


@torch.jit.script
def add(p: Point):
    return p.x + p.y


@torch.jit.script
def swap(p: Point) -> Point:
    return Point(p.y, p.x)


print(add(Point(torch.ones(2), torch.arange(2.0))))
print(swap(Point(torch.ones(2), torch.zeros(1))))

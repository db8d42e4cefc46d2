# Sizes, pairs and layouts keep their text in lists and dicts; a task that
# Python forks gives plain tuples.
from typing import List, NamedTuple

import torch

xs = [torch.ones(2, i + 1) * i for i in range(3)]
print([x.shape for x in xs], {i: x.shape for i, x in enumerate(xs)})
shapes = []
for x in xs:
    shapes.append(x.shape)


print(shapes, shapes[0], shapes[1][0])


def sizes(n: int):
    out = []
    for i in range(int(torch.ones(n).sum())):
        out.append(torch.zeros(i, 2).shape)
    return out


print(sizes(3), sizes(2)[1])


@torch.jit.script
def script_sizes(n: int):
    out: List[List[int]] = []
    for i in range(n):
        out.append(torch.zeros(i, 2).shape)
    print(out)
    print(torch.zeros(n, 2).shape, [torch.ones(2).shape])
    return out


print(script_sizes(3))
print(torch.tensor([1.0, 3.0]).aminmax())
r = torch.aminmax(torch.tensor([[1.0, 3.0]]), dim=1)
print(r, r.min, r.max, r[0])
a, b = r
print([torch.tensor([1.0, 3.0]).max(0)])
print(torch.ones(1).layout, torch.strided, torch.ones(1).layout == torch.strided,
      torch.channels_last)


class Stats(NamedTuple):
    lo: torch.Tensor
    count: int


def describe(x: torch.Tensor):
    return Stats(x.min(), x.numel())


print(describe(torch.arange(3.0)))
print(torch.jit.wait(torch.jit.fork(describe, torch.arange(3.0))))


def shapeOf(x):
    return x.shape, x.dtype, [Stats(x, 1)], x.max(0)


print(torch.jit.wait(torch.jit.fork(shapeOf, torch.arange(3.0))))

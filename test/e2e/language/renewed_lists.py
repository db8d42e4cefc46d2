# A list that a branch or loop begins anew leaves the old one to who has it.
import torch
from typing import List

x = torch.tensor([1.0, 2.0])


@torch.jit.script
def held(n: int, c: bool, x: torch.Tensor):
    nested = [[x]]
    xs = nested[0]
    if c:
        xs = torch.jit.annotate(List[torch.Tensor], [])
        xs.append(x + 1)
    return nested, xs


@torch.jit.script
def captured(n: int, x: torch.Tensor):
    kept = torch.jit.annotate(List[List[torch.Tensor]], [])
    xs = [x]
    for i in range(n):
        if i > 0:
            xs = torch.jit.annotate(List[torch.Tensor], [])
            xs.append(x + i)
        kept.append(xs)
    return kept, xs


@torch.jit.script
def grown(n: int, x: torch.Tensor):
    nested = [[x]]
    xs = nested[0]
    for i in range(n):
        xs = xs + [x + i]
    return nested, xs


print(held(2, True, x))
print(captured(3, x))
print(grown(2, x))


def renewed(x):
    xs = [torch.zeros(2)]
    ys = xs
    for i in range(4):
        if i >= x[1]:
            break
        xs = [torch.ones(2)]
    xs.append(x)
    print(xs, ys, xs is ys)


renewed(x)
renewed(-x)

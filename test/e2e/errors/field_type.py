# expect: COMPILE ERROR 13 Tensor
import torch
from typing import NamedTuple


class Point(NamedTuple):
    number: int
    place: torch.Tensor


@torch.jit.script
def f(x: torch.Tensor) -> torch.Tensor:
    p = Point(1, 2)
    return p.place


print(f(torch.ones(2)))

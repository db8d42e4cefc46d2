# Ways to tell types, constants of modules, isinstance and annotate.
from typing import Any, Dict, Final, List, Optional, Tuple, Union

import torch
from torch import Tensor


@torch.jit.script
def old_style(x, n):
    # type: (Tensor, int) -> Tuple[Tensor, int]
    y = x * n
    return y, n + 1


@torch.jit.script
def annotated(n: int) -> Tuple[List[int], Dict[str, float]]:
    a = torch.jit.annotate(List[int], [])
    b: Dict[str, float] = {}
    for i in range(n):
        a.append(i)
        b[str(i)] = float(i) * 0.5
    return a, b


@torch.jit.script
def builtin_generics(a: list[int], d: dict[str, int], t: tuple[int, float]) -> float:
    return len(a) + d["k"] + t[0] + t[1]


@torch.jit.script
def kind(x: Optional[int]) -> str:
    if isinstance(x, int):
        return "int " + str(x * 2)
    return "none"


class Model(torch.nn.Module):
    __constants__ = ["width"]
    depth: Final[int]
    names: List[str]

    def __init__(self, width: int, depth: int):
        super().__init__()
        self.width = width
        self.depth = depth
        self.names = []
        self.table: Dict[str, int] = {"a": 1}
        self.rate = 0.5

    def forward(self, x: Tensor, names: List[str]) -> Tensor:
        for i in range(self.depth):
            x = x * self.width
        for n in names:
            self.names.append(n)
        print(len(self.names), self.table["a"], self.rate)
        return x + self.helper(x, 1)

    def helper(self, x: Tensor, k: int) -> Tensor:
        return x.sum() * k

    @torch.jit.export
    def extra(self, n: int) -> int:
        return n + self.width

    @torch.jit.unused
    def not_compiled(self, x):
        return eval("x")


print(old_style(torch.ones(2), 3))
print(annotated(3))
print(builtin_generics([1, 2], {"k": 3}, (4, 0.5)))
print(kind(4), kind(None))
m = torch.jit.script(Model(2, 3))
print(m(torch.ones(2), ["d"]), m(torch.ones(1), ["x", "y"]), m.extra(5))

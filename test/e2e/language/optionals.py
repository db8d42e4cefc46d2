# Optional values: refinement by tests, defaults, attributes, results.
from typing import List, Optional

import torch


@torch.jit.script
def add(x: torch.Tensor, bias: Optional[torch.Tensor] = None, scale: Optional[float] = None):
    y = x
    if bias is not None:
        y = y + bias
    if scale is None:
        scale = 1.0
    return y * scale


@torch.jit.script
def first_above(xs: List[int], limit: int) -> Optional[int]:
    for x in xs:
        if x > limit:
            return x
    return None


@torch.jit.script
def describe(x: Optional[int], y: Optional[str]) -> str:
    if x is None and y is None:
        return "nothing"
    if x is not None and y is not None:
        return y + str(x + 1)
    if x is not None:
        return "int " + str(x)
    assert y is not None
    return "str " + y


@torch.jit.script
def either(flag: bool, x: torch.Tensor) -> int:
    y: Optional[torch.Tensor] = None
    if flag:
        y = x * 2
    n = 0
    if y is not None and y.size(0) > 2:
        n = y.size(0)
    z = y if y is not None else x
    return n + int(z.sum().item())


@torch.jit.script
def last(xs: List[Optional[int]]) -> int:
    total = 0
    for x in xs:
        if x is not None:
            total += x
    return total


class Counter(torch.nn.Module):
    def __init__(self, start: Optional[int]):
        super().__init__()
        self.start = start

    def forward(self, x: torch.Tensor, step: Optional[int] = None) -> int:
        start = self.start
        if start is None:
            start = 100
        return start + x.size(0) + (step if step is not None else 1)


x = torch.ones(3)
print(add(x), add(x, x), add(x, scale=2.0), add(x, x, 0.5))
print(first_above([1, 5, 9], 4), first_above([1], 4))
print(describe(None, None), describe(1, "a"), describe(3, None), describe(None, "b"))
print(either(True, x), either(False, x))
print(last([1, None, 5]))
print(torch.jit.script(Counter(None))(x), torch.jit.script(Counter(5))(x, 10), Counter(2)(x))

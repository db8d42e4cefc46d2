# Enums in TorchScript and Python; types in quotes and of PEP 604.
import torch
from torch import Tensor
from enum import Enum
class Color(Enum):
    RED = 1
    BLUE = 2
@torch.jit.script
def f(c: Color, x: Tensor) -> Tensor:
    if c == Color.RED:
        return x
    print(c.name, c.value)
    return x * c.value
print(f(Color.RED, torch.ones(1)), f(Color.BLUE, torch.ones(1)))
print(Color.RED, Color.RED.name, Color(2), [c.value for c in Color], Color["BLUE"])
from torch import Tensor
from typing import List, Tuple, Optional, Dict, Union, Any
@torch.jit.script
def kinds(x: Union[int, str]) -> str:
    if isinstance(x, int):
        return "int " + str(x + 1)
    else:
        return "str " + x
@torch.jit.script
def anyf(x: Any) -> int:
    if isinstance(x, int):
        return x
    elif isinstance(x, List[int]):
        return len(x)
    elif isinstance(x, Tensor):
        return x.dim()
    return -1
print(kinds(3), kinds("a"))
print(anyf(4), anyf([1, 2]), anyf(torch.ones(2, 2)), anyf("q"))
@torch.jit.script
def ann(x: "Optional[Tensor]" = None, k: int = 2) -> int:
    if x is None:
        return k
    return x.numel()
print(ann(), ann(torch.ones(3)), ann(k=5))
@torch.jit.script
def pep(x: int | None, l: list[int], d: dict[str, int], t: tuple[int, str]) -> tuple[int, str]:
    if x is None:
        return t
    return (x + l[0] + d["a"], t[1])
print(pep(None, [1], {"a": 2}, (3, "z")), pep(4, [1], {"a": 2}, (3, "z")))

# expect: COMPILE ERROR 9 SIZE
import torch

SIZE = 3


@torch.jit.script
def f(x: torch.Tensor) -> torch.Tensor:
    return x * SIZE


print(f(torch.ones(2)))

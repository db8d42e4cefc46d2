# expect: COMPILE ERROR 7 shape
import torch


@torch.jit.script
def f(a: torch.Tensor) -> torch.Tensor:
    return a @ a


print(f(torch.ones(2, 3)))

# expect: COMPILE ERROR 10 scale
import torch


@torch.jit.script
def f(x: torch.Tensor, scale: float) -> torch.Tensor:
    return x * scale


print(f(torch.ones(2)))

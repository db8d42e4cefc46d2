# expect: COMPILE ERROR 9 y
import torch


@torch.jit.script
def f(x: torch.Tensor, flag: bool) -> torch.Tensor:
    if flag:
        y = x
    return y


print(f(torch.ones(2), True))

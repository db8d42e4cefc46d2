# expect: COMPILE ERROR 8 y
import torch


@torch.jit.script
def f(flag: bool, x: torch.Tensor) -> torch.Tensor:
    if bool(x.sum() > 3): y = x
    return y


print(f(True, torch.ones(2)))

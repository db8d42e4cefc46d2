# expect: COMPILE ERROR 7 try
import torch


@torch.jit.script
def f(x: torch.Tensor) -> torch.Tensor:
    try:
        return x
    except ValueError:
        return -x


print(f(torch.ones(2)))

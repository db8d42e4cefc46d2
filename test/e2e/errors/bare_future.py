# expect: COMPILE ERROR 6 Future
import torch


@torch.jit.script
def f(x: torch.Tensor, g: torch.jit.Future) -> torch.Tensor:
    return x


print(f(torch.ones(1), torch.jit.fork(torch.neg, torch.ones(1))))

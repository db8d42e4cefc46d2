# expect: COMPILE ERROR 12 Dict
import torch


def double(x):
    return x * 2


@torch.jit.script
def f(x: torch.Tensor) -> torch.Tensor:
    futures = {}
    futures["a"] = torch.jit.fork(double, x)
    return torch.jit.wait(futures["a"])


print(f(torch.ones(2)))

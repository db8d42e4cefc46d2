# A change in place is seen through another variable, if that is the same tensor.
import torch


@torch.jit.script
def f(x: torch.Tensor):
    y = x * 2
    z = x * 3
    either = y if bool(x.sum() > 0) else z
    y.add_(1)
    return either


print(f(torch.ones(2)))

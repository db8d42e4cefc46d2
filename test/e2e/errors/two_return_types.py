# What TorchScript infers for a function is one type.
# expect: COMPILE ERROR 10 return
import torch


@torch.jit.script
def f(n: int):
    for i in range(n):
        return 2.0
    return 1


print(f(2))

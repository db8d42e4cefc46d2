# TorchScript compiles a function that nobody calls.
# expect: COMPILE ERROR 8 nosuch
import torch


@torch.jit.script
def f(x):
    return nosuch(x)


print(torch.ones(2))

# TorchScript has neither `global` nor `nonlocal`.
# expect: COMPILE ERROR 10 TorchScript
import torch

n = 0


@torch.jit.script
def count(x: torch.Tensor):
    global n
    return x + 1


print(count(torch.ones(2)))

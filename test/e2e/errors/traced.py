# expect: COMPILE ERROR 9 script
import torch


def double(x):
    return x * 2


traced = torch.jit.trace(double, torch.ones(2))
print(traced(torch.ones(3)))

# expect: COMPILE ERROR 6 arguments
import torch


@torch.jit.script
def first(*tensors):
    return tensors[0]


print(first(torch.ones(2)))

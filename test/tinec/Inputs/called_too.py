# What is called is elaborated, but only where its arguments lead.
import torch


@torch.jit.script
def called(n: int):
    return n.real


@torch.jit.script
def other_arm(n: int):
    x = 1
    if n > 1:
        # Nobody comes here.
        x = "text"
    return x


print(called(1))
print(other_arm(0))

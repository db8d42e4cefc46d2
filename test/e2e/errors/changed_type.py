# expect: COMPILE ERROR 8 x
import torch


@torch.jit.script
def f(n: int):
    x = n
    x = "text"
    return x


print(f(1))

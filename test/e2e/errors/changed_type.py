# A branch or loop keeps the types of the variables around it.
# expect: COMPILE ERROR 10 x
import torch


@torch.jit.script
def f(n: int):
    x = n
    if n > 1:
        x = "text"
    return x


print(f(2))

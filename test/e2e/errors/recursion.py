# expect: COMPILE ERROR 7 recursive
import torch


@torch.jit.script
def f(n: int) -> int:
    return n if n < 1 else f(n - 1)


print(f(3))

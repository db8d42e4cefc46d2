# expect: COMPILE ERROR 11 float
import torch


def half(x: float) -> float:
    return x / 2


@torch.jit.script
def f(n: int) -> float:
    return half(n)


print(f(2))

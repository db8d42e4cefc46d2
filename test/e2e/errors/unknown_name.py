# expect: COMPILE ERROR 7 lenght
import torch


@torch.jit.script
def f(length: int) -> int:
    return lenght + 1


print(f(1))

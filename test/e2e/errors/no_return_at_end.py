# expect: COMPILE ERROR 7 return
import torch


@torch.jit.script
def largest(a: int, b: int) -> int:
    if a > b:
        return a


print(largest(2, 1))

import torch


@torch.jit.script
def spin(n: int) -> int:
    k = 0
    while n != 0:
        k = 3 - k
    return k


spin(int(torch.ones(3).sum()))
print("behind")

# Integer division by a zero that the program computes.
import torch


@torch.jit.script
def divide(a: int, x: torch.Tensor) -> int:
    return a // int(x.item())


print(divide(7, torch.tensor(2)))
print(divide(7, torch.tensor(0)))

"""A check of a divisor is not passed by the division, which would end the process."""
import torch

zero = int((torch.arange(4) < 0).sum())
n = int((torch.arange(4) < 3).sum())


def remainder(i: int) -> int:
    print("step", i)
    return n % zero


print("begin")
for i in range(n):
    print(remainder(i))

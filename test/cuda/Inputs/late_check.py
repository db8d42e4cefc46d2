# An index that a tensor has: it is checked in front of the read, although what
# the program prints needs only the read. What lies that far is no memory.
import torch


def pick(x, i):
    return x[i]


x = torch.arange(3, device="cuda:0")
far = torch.tensor(1 << 40, device="cuda:0")
print(pick(x, int(x[1].item())))
print(pick(x, int(far.item())))

# A call that only the run knows to raise has to be a statement of its own.
# expect: COMPILE ERROR 14 statement
import torch


def positive(x):
    if x.item() < 0:
        raise ValueError("negative")
    return x


x = torch.tensor([1.0, -1.0]) + torch.zeros(2)
try:
    print(positive(x[0]) + positive(x[1]))
except ValueError:
    print("caught")

# floor() and ceil() of TorchScript refuse what is no number of places.
import math
import torch


@torch.jit.script
def up(x: float):
    return math.ceil(x)


print(up(torch.tensor(2.5).item()))
print(up(-torch.tensor(math.inf).item()))

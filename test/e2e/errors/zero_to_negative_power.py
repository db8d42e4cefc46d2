# No zero has a negative power.
import torch

@torch.jit.script
def f(a: float, b: float):
    return a ** b


x = torch.tensor([0.0, -1.0, 2.0])
print(f(x[2].item(), x[1].item()))
print(f(x[0].item(), x[1].item()))

# expect: COMPILE ERROR 8 requires_grad
# TorchScript's factories take no requires_grad; torch.tensor does.
import torch

@torch.jit.script
def f():
    a = torch.tensor([1.0], requires_grad=True)
    b = torch.ones(2, requires_grad=True)
    return a, b


print(f())

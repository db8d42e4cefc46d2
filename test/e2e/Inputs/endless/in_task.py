import torch


@torch.jit.script
def spin(x):
    n = 0
    while bool(x.sum() > 0):
        n = n + 1
    return x


future = torch.jit.fork(spin, torch.ones(3))
torch.jit.wait(future)
print("behind")

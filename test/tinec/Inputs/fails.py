import torch


@torch.jit.script
def pick(xs: list[torch.Tensor], n: int):
    y = xs[0] * 2.0
    z = y + 1.0
    return z + xs[n]


x = torch.ones(2)
future = torch.jit.fork(pick, [x], int(x.sum()))
print(torch.jit.wait(future))

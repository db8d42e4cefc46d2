# TorchScript takes the tensor for the number alpha, which only one of no dimension can be.
import torch


@torch.jit.script
def scaled(x: torch.Tensor, y: torch.Tensor):
    return x.add(2, y)


print(scaled(torch.ones(2), torch.ones(2)))

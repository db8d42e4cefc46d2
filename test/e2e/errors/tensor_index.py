# A tensor index that turns out to be too large.
import torch


@torch.jit.script
def pick(x: torch.Tensor, i: int) -> torch.Tensor:
    return x[i]


x = torch.arange(3)
print(pick(x, int(x[1].item())))
print(pick(x, int(x.sum().item())))

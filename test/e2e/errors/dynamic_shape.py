# Shapes that turn out not to fit.
import torch


@torch.jit.script
def grow(x: torch.Tensor, n: int) -> torch.Tensor:
    y = x
    for i in range(n):
        y = torch.cat([y, x[: 1 + i % 2]])
    return y + x


x = torch.ones(3)
print(grow(x, int(x[0].item()) - 1))
print(grow(x, int(x.sum().item())))

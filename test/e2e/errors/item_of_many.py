# A number of a tensor with several elements.
import torch


@torch.jit.script
def number(x: torch.Tensor, n: int) -> float:
    return float(x[:n].item())


x = torch.tensor([4.0, 5.0])
print(number(x, int(x[0].item()) - 3))
print(number(x, int(x[0].item()) - 2))

from typing import Dict, List, Optional, Tuple
import torch
from torch import Tensor, nn


class Pair(nn.Module):
    def forward(self, x: Tensor, state: Tuple[Tensor, Tensor], scale: Dict[str, float]):
        a, b = state
        return x * a + b * scale["by"], (a, [b])


class Maybe(nn.Module):
    def forward(self, x: Tensor, mask: Optional[Tensor] = None, n: Optional[int] = None):
        if mask is not None:
            x = x * mask
        return x if n is None else x + n


class Lists(nn.Module):
    def forward(self, xs: List[Tensor], ns: List[int], names: List[str]):
        total = torch.zeros(2)
        for x in xs:
            total = total + x
        count = 0
        for n in ns:
            count += n
        return total, count, ",".join(names), len(xs)


class Placed(nn.Module):
    """Its weight is on a GPU."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2, device="cuda:0"))

    def forward(self, x):
        return (x.to("cuda:0") * self.weight).cpu()


class Mixed(nn.Module):
    """The first weight is on a GPU, the others are not."""

    def __init__(self):
        super().__init__()
        self.far = nn.Parameter(torch.ones(2, device="cuda:0"))
        self.near = nn.Parameter(torch.ones(2))
        self.bias = nn.Parameter(torch.ones(2))

    def forward(self, x):
        return (x.to("cuda:0") * self.far).cpu() * self.near + self.bias

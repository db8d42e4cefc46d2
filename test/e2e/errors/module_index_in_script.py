# TorchScript takes a literal where modules are indexed.
# expect: COMPILE ERROR 9 literal
import torch
from torch import nn


class Net(nn.Module):
    def forward(self, x: torch.Tensor, i: int) -> torch.Tensor:
        return self.blocks[i](x)

    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])


print(torch.jit.script(Net())(torch.ones(1, 2), int(torch.tensor(1))))

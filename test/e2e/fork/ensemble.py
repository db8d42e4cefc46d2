# An ensemble of modules, each of which forks again; equal layers share code.
from typing import List

import torch
import torch.nn as nn


class Expert(nn.Module):
    def __init__(self, width: int, depth: int):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])
        self.left = nn.LSTM(width, width)
        self.right = nn.GRU(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        f = torch.jit.fork(self.left, x)
        g = torch.jit.fork(self.right, torch.flip(x, dims=[0]))
        for layer in self.layers:
            x = torch.relu(layer(x))
        a, _ = torch.jit.wait(f)
        b, _ = torch.jit.wait(g)
        return x + a + torch.flip(b, dims=[0])


class Mixture(nn.Module):
    def __init__(self, n: int, width: int):
        super().__init__()
        self.experts = nn.ModuleList([Expert(width, 1 + i % 2) for i in range(n)])
        self.gate = nn.Linear(width, n)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        futures: List[torch.jit.Future[torch.Tensor]] = []
        for expert in self.experts:
            futures.append(torch.jit.fork(expert, x))
        weights = torch.softmax(self.gate(x), dim=-1)
        out = torch.zeros_like(x)
        for i, f in enumerate(futures):
            out += weights[:, :, i].unsqueeze(-1) * torch.jit.wait(f)
        return out


torch.manual_seed(9)
model = torch.jit.script(Mixture(5, 6))
x = torch.rand(4, 3, 6)
with torch.no_grad():
    y = model(x)
    print(y.shape, y.sum(), y[0, 0], y[-1, -1])
    z = x
    for _ in range(3):
        z = model(z)
    print(z.abs().mean())

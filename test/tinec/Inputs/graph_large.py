import torch
from torch import nn


def branch(layer, x):
    return layer(x).sum()


layers = nn.ModuleList([nn.Linear(i, i) for i in range(1, 91)])
parts = [torch.jit.fork(branch, layer, torch.ones(2, layer.in_features)) for layer in layers]
print(sum([torch.jit.wait(part) for part in parts]).isfinite().item())

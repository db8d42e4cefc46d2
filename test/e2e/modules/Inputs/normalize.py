# Buffers that are views of what nothing else has.
import torch
from torch import nn


class Normalize(nn.Module):
    def __init__(self, mean, std):
        super().__init__()
        self.register_buffer("mean", torch.tensor(mean).view(-1, 1))
        self.register_buffer("std", torch.ones(len(std), 2)[:, :1] * torch.tensor(std)[:, None], persistent=False)
        self.scale = nn.Parameter(torch.ones(2, 3).t())

    def forward(self, x):
        return (x - self.mean) / self.std @ self.scale[:2]

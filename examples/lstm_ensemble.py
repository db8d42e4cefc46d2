"""An ensemble of bidirectional LSTMs whose parts run in parallel.

Every model of the ensemble is a task, and every model runs its forward direction
as a task of its own while it computes the backward one.
"""
# number: took
import time
from typing import List

import torch
import torch.nn as nn

STEPS, BATCH, WIDTH, HIDDEN = 12, 8, 32, 32


class BiLSTM(nn.Module):
    """One LSTM reads the sequence, another one reads it backwards."""

    def __init__(self, width: int, hidden: int):
        super().__init__()
        self.ahead = nn.LSTM(width, hidden)
        self.back = nn.LSTM(width, hidden)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        ahead = torch.jit.fork(self.ahead, x)
        y_back, _ = self.back(torch.flip(x, dims=[0]))
        y_ahead, _ = torch.jit.wait(ahead)
        return torch.cat((y_ahead, torch.flip(y_back, dims=[0])), dim=2)


class Ensemble(nn.Module):
    """The mean of what several models say."""

    def __init__(self, count: int):
        super().__init__()
        self.models = nn.ModuleList([BiLSTM(WIDTH, HIDDEN) for _ in range(count)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        futures: List[torch.jit.Future[torch.Tensor]] = []
        for model in self.models:
            futures.append(torch.jit.fork(model, x))
        outputs = [torch.jit.wait(future) for future in futures]
        return torch.stack(outputs).mean(dim=0)


torch.manual_seed(0)
ensemble = torch.jit.script(Ensemble(count=4))
x = torch.rand(STEPS, BATCH, WIDTH)

with torch.no_grad():
    ensemble(x)
    start = time.time()
    y = ensemble(x)
    seconds = time.time() - start

print("output", y.shape)
print("mean", y.mean(), "largest", y.abs().max())
print("first row", y[0, 0, :5])
print("took", seconds * 1000, "ms")

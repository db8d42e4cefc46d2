# Two stages on two devices, batches in splits, forward and backward.
import time

import torch
import torch.nn as nn

WIDTH = 512  # small: 8
BATCH = 512  # small: 8
SPLIT = 128  # small: 4
COUNT = 5  # small: 2

torch.manual_seed(0)
first = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()).to("cuda:0")
second = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 10)).to("cuda:1")
optimizer = torch.optim.SGD(list(first.parameters()) + list(second.parameters()), lr=0.01)
x = torch.randn(BATCH, WIDTH).to("cuda:0")
y = torch.randn(BATCH, 10).to("cuda:1")


def pipelined(x):
    splits = iter(x.split(SPLIT, dim=0))
    ahead = first(next(splits)).to("cuda:1")
    results = []
    for split in splits:
        results.append(second(ahead))
        ahead = first(split).to("cuda:1")
    results.append(second(ahead))
    return torch.cat(results)


def train(steps):
    last = 0.0
    for step in range(steps):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(pipelined(x), y)
        loss.backward()
        optimizer.step()
        if step == steps - 1:
            last = loss.item()
    return last


last = train(2)
best = 1e9
for _ in range(4):
    start = time.perf_counter()
    last = train(COUNT)
    best = min(best, (time.perf_counter() - start) / COUNT)
print("two_devices", best * 1e3, "ms")

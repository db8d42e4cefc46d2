# What a launch costs: 60 small steps that no kernel can take together.
import time

import torch

N = 1024  # small: 8
COUNT = 100  # small: 2

x = torch.linspace(0.0, 1.0, N).to("cuda")

best = 1e9
for _ in range(5):
    y = x
    start = time.perf_counter()
    for _ in range(COUNT):
        for _ in range(60):
            y = torch.flip(torch.cos(y), [0])
    end = y[0].item()
    best = min(best, (time.perf_counter() - start) / (COUNT * 60))
print("small_step", best * 1e6, "us")

best = 1e9
for _ in range(5):
    y = x
    start = time.perf_counter()
    for _ in range(COUNT):
        y = y + y[0].item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("read_back", best * 1e6, "us")

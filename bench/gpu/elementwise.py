# Elements in and out of memory: one operation, and a chain of eight in one kernel.
import time

import torch

N = 1 << 26  # small: 1000
COUNT = 20  # small: 2

x = torch.linspace(0.0, 1.0, N).to("cuda")
y = torch.linspace(1.0, 0.0, N).to("cuda")

best = 1e9
for _ in range(5):
    z = x
    start = time.perf_counter()
    for _ in range(COUNT):
        z = z + y
    end = z[-1].item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("add", best * 1e6, "us")
print("add_bandwidth", 12.0 * N / best * 1e-9, "GB/s")

best = 1e9
for _ in range(5):
    z = x
    start = time.perf_counter()
    for _ in range(COUNT):
        z = torch.tanh(z * 0.5 + y) * torch.sigmoid(z) + torch.exp(-z) - y
    end = z[-1].item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("chain", best * 1e6, "us")
print("chain_bandwidth", 12.0 * N / best * 1e-9, "GB/s")

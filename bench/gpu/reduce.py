# Sums of rows, of columns and of everything.
import time

import torch

ROWS = 8192  # small: 8
COLUMNS = 4096  # small: 64
COUNT = 20  # small: 2

x = torch.linspace(-2.0, 2.0, ROWS * COLUMNS).reshape(ROWS, COLUMNS).to("cuda")

best = 1e9
for _ in range(5):
    total = torch.zeros(ROWS).to("cuda")
    start = time.perf_counter()
    for _ in range(COUNT):
        total = (x + total[0]).sum(1)
    end = total[0].item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("sum_of_rows", best * 1e6, "us")

best = 1e9
for _ in range(5):
    total = torch.zeros(COLUMNS).to("cuda")
    start = time.perf_counter()
    for _ in range(COUNT):
        total = (x + total[0]).sum(0)
    end = total[0].item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("sum_of_columns", best * 1e6, "us")

best = 1e9
for _ in range(5):
    total = torch.zeros(()).to("cuda")
    start = time.perf_counter()
    for _ in range(COUNT):
        total = (x + total).sum()
    end = total.item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("sum_of_all", best * 1e6, "us")

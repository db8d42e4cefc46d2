# The update of 25 million parameters in 100 tensors by Adam.
import time

import torch
import torch.nn as nn

TENSORS = 100  # small: 4
ROWS = 1000  # small: 3
COLUMNS = 250  # small: 5
COUNT = 10  # small: 2

params = list(nn.ParameterList([nn.Parameter(torch.full((ROWS + i % 5 - 2, COLUMNS), 0.5)) for i in range(TENSORS)])
              .to("cuda"))
for p in params:
    p.grad = torch.full_like(p, 0.25)
optimizer = torch.optim.Adam(params, lr=1e-3)
optimizer.step()

best = 1e9
for _ in range(4):
    start = time.perf_counter()
    for _ in range(COUNT):
        optimizer.step()
    end = params[-1][0, 0].item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("adam", best * 1e6, "us")

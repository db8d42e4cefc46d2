# Products of square matrices: f32, and bf16.
import time

import torch

N = 2048  # small: 32
COUNT = 5  # small: 2

torch.manual_seed(0)
a = (torch.randn(N, N) / N ** 0.5).to("cuda")
b = (torch.randn(N, N) / N ** 0.5).to("cuda")

best = 1e9
for _ in range(4):
    c = a
    start = time.perf_counter()
    for _ in range(COUNT):
        c = c @ b
    end = c[-1, -1].item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("matmul_f32", best * 1e6, "us")
print("matmul_f32_speed", 2.0 * N * N * N / best * 1e-12, "TFLOP/s")

h = a.to(torch.bfloat16)
g = b.to(torch.bfloat16)
best = 1e9
for _ in range(4):
    d = h
    start = time.perf_counter()
    for _ in range(COUNT):
        d = d @ g
    last = d[-1, -1].item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("matmul_bf16", best * 1e6, "us")
print("matmul_bf16_speed", 2.0 * N * N * N / best * 1e-12, "TFLOP/s")

# Attention: f32 forward, f32 forward and backward, and bf16 forward; causal.
import time

import torch
import torch.nn.functional as F

HEADS = 64  # small: 2
LENGTH = 1024  # small: 40
COLUMNS = 64  # small: 16
COUNT = 5  # small: 2

torch.manual_seed(0)
q = torch.randn(1, HEADS, LENGTH, COLUMNS).to("cuda")
k = torch.randn(1, HEADS, LENGTH, COLUMNS).to("cuda")
v = torch.randn(1, HEADS, LENGTH, COLUMNS).to("cuda")

best = 1e9
for _ in range(4):
    y = q
    start = time.perf_counter()
    for _ in range(COUNT):
        y = F.scaled_dot_product_attention(y, k, v, is_causal=True)
    end = y[0, -1, -1, -1].item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("attention_f32", best * 1e6, "us")

q2 = q.clone().requires_grad_()
best = 1e9
for _ in range(4):
    start = time.perf_counter()
    y = F.scaled_dot_product_attention(q2, k, v, is_causal=True)
    y.pow(2).sum().backward()
    grad = q2.grad
    if grad is not None:
        end = grad[0, -1, -1, -1].item()
    q2.grad = None
    best = min(best, time.perf_counter() - start)
print("attention_f32_step", best * 1e6, "us")

a = q.to(torch.bfloat16)
b = k.to(torch.bfloat16)
c = v.to(torch.bfloat16)
best = 1e9
for _ in range(4):
    z = a
    start = time.perf_counter()
    for _ in range(COUNT):
        z = F.scaled_dot_product_attention(z, b, c, is_causal=True)
    last = z[0, -1, -1, -1].item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("attention_bf16", best * 1e6, "us")

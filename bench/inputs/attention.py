# Attention of heads of 64: the forward pass, or that and the derivatives. Milliseconds, the best
# of several.
import time
import torch
import torch.nn.functional as F

BATCH = 1
HEADS = 12
LENGTH = 256
CAUSAL = False
TRAIN = False
REPEAT = 5

torch.manual_seed(0)
q = torch.randn(BATCH, HEADS, LENGTH, 64, requires_grad=TRAIN)
k = torch.randn(BATCH, HEADS, LENGTH, 64, requires_grad=TRAIN)
v = torch.randn(BATCH, HEADS, LENGTH, 64, requires_grad=TRAIN)
best = 1e9
for _ in range(REPEAT):
    start = time.perf_counter()
    y = F.scaled_dot_product_attention(q, k, v, is_causal=CAUSAL)
    if TRAIN:
        y.sum().backward()
    best = min(best, time.perf_counter() - start)
print(best * 1e3)

# An encoder of the size of BERT (12 layers, width 768): the forward pass of
# evaluation. Milliseconds, the best of several.
import time
import torch
import torch.nn as nn

BATCH = 1
LENGTH = 128
REPEAT = 5

torch.manual_seed(0)
layer = nn.TransformerEncoderLayer(768, 12, 3072, dropout=0.1, activation="gelu", batch_first=True)
net = nn.TransformerEncoder(layer, 12, enable_nested_tensor=False).eval()
x = torch.randn(BATCH, LENGTH, 768)
best = 1e9
with torch.no_grad():
    for _ in range(REPEAT):
        start = time.perf_counter()
        y = net(x)
        best = min(best, time.perf_counter() - start)
print("mean", y.abs().mean().item())
print(best * 1e3)

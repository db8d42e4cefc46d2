# Convolutions of ResNet, 3 x 3 and 1 x 1: of f32 as PyTorch has it from the
# start (TF32), and of bf16.
import time

import torch
import torch.nn as nn

BATCH = 32  # small: 2
CHANNELS = 256  # small: 8
SIZE = 28  # small: 7
COUNT = 5  # small: 2

torch.manual_seed(0)
x = torch.randn(BATCH, CHANNELS, SIZE, SIZE).to("cuda")
wide = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1, bias=False).to("cuda")
point = nn.Conv2d(CHANNELS, CHANNELS, 1, bias=False).to("cuda")

with torch.no_grad():
    best = 1e9
    for _ in range(4):
        y = x
        start = time.perf_counter()
        for _ in range(COUNT):
            y = wide(y)
        end = y[0, -1, -1, -1].item()
        best = min(best, (time.perf_counter() - start) / COUNT)
    print("convolution_3x3", best * 1e6, "us")

    best = 1e9
    for _ in range(4):
        y = x
        start = time.perf_counter()
        for _ in range(COUNT):
            y = point(y)
        end = y[0, -1, -1, -1].item()
        best = min(best, (time.perf_counter() - start) / COUNT)
    print("convolution_1x1", best * 1e6, "us")

    h = x.to(torch.bfloat16)
    wide16 = nn.Conv2d(CHANNELS, CHANNELS, 3, padding=1, bias=False).to("cuda").to(torch.bfloat16)
    best = 1e9
    for _ in range(4):
        z = h
        start = time.perf_counter()
        for _ in range(COUNT):
            z = wide16(z)
        last = z[0, -1, -1, -1].item()
        best = min(best, (time.perf_counter() - start) / COUNT)
    print("convolution_3x3_bf16", best * 1e6, "us")

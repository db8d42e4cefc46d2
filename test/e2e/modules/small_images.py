# Convolutions of small images, whose last places fill no vector.
import torch
import torch.nn.functional as F


def ramp(*shape):
    n = 1
    for s in shape:
        n *= s
    return (torch.arange(n) * 7 % 23 - 11).reshape(shape) / 16.0


CASES = [
    (2, 64, 7, 48, 3, 1, torch.float32),
    (1, 130, 7, 37, 3, 1, torch.float32),
    (2, 96, 14, 32, 1, 1, torch.float32),
    (1, 64, 14, 40, 3, 2, torch.float32),
    (3, 20, 7, 11, 5, 1, torch.float64),
    (2, 700, 7, 9, 1, 1, torch.float32),
    (1, 16, 10, 24, 2, 1, torch.float32),
]
for n, c, s, o, k, stride, dtype in CASES:
    x, w, b = ramp(n, c, s, s).to(dtype), ramp(o, c, k, k).to(dtype), ramp(o).to(dtype)
    y = F.relu(F.conv2d(x, w, b, stride, k // 2))
    z = F.conv2d(x, w, None, stride, k // 2)
    print(y.shape, y.sum().item(), z.sum().item(), (z * ramp(*z.shape).to(dtype)).sum().item())
    print(y[-1, -1, -1, -2:].tolist(), z[0, 0, 0, 0].item())

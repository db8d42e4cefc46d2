# Loops that only a return leaves.
import torch
from typing import Tuple
def fixed_point(W, b):
    z = torch.zeros(3)
    n = 0
    while True:
        zn = torch.tanh(W @ z + b)
        n += 1
        if (zn - z).abs().max() < 1e-5:
            return zn, n
        z = zn
torch.manual_seed(0)
W = torch.randn(3, 3) * 0.3
b = torch.randn(3)
zs, n = fixed_point(W, b)
print(zs, n)
def count(x: int) -> int:
    i = 0
    while 1:
        i += 1
        if i * i > x:
            if i > 3:
                return i
            else:
                return -i
print(count(5), count(int(b.abs().sum() * 100)))

# Lists of the run of different lengths: the first two are equal.
import torch

n = int(torch.ones(3).sum().item())
xs = [k * 2 for k in range(n)]
print(list(zip(xs, range(3), strict=True))[0])
for x, y, z in zip(xs, xs, range(n + 1), strict=True):
    pass

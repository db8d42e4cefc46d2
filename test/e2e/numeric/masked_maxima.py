# Maxima, minima and softmax of masked rows: infinities, rows without an element, NaN; exp of what vanishes.
import torch

torch.manual_seed(0)
inf = float("inf")
x = torch.randn(5, 50)
x[1, 7] = float("nan")
x[2, 3] = inf
x[3] = -inf
mask = torch.rand(5, 50) < 0.5
mask[0] = True
low = torch.where(mask, -inf, x)
print(torch.amax(low, -1))
print(torch.amin(torch.where(mask, inf, x), -1))
print(torch.softmax(x.masked_fill(mask, -inf), -1).sum(-1))
print(torch.amax(torch.where(mask, x, -inf), 0)[:6])
print(torch.exp(torch.tensor([-inf, -200.0, -104.1, -104.0, -103.9, -100.0, -88.0, 88.5, 89.5, inf,
                              float("nan"), 0.0, -0.0])))

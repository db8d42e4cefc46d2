# Gradients that may be None in the run, used as tensors where they are not.
import torch
from torch import nn

torch.manual_seed(0)
a = nn.Linear(3, 3)
b = nn.Linear(3, 1)
x = torch.randn(4, 3)
print("%.4f" % x.sum().item())
for step in range(20):
    a.weight.grad = None
    h = x
    use = int(torch.randint(0, 2, (1,)).item())
    for k in range(use):
        h = a(h)
    b(h).sum().backward()
    if use > 0:
        g = a.weight.grad
        print(torch.norm(g), a.weight.grad[0] * 2, 1 - g, -g.sum())
        g.mul_(0.5)
        print(a.weight.grad.sum())

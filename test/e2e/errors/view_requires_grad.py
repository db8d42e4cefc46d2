# expect: COMPILE ERROR 10 requires
# What a path writes through a view may make a tensor require a gradient.
import torch

w = torch.ones(2, requires_grad=True)
z = torch.zeros(3, 2)
if w.sum().item() < 1:
    z[0].add_(w)
print(z.detach())
print(z)

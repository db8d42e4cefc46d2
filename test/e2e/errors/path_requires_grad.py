# expect: COMPILE ERROR 9 requires
# Whether a tensor requires a gradient may depend on the path that data takes.
import torch

w = torch.ones(2, requires_grad=True)
z = torch.ones(2)
if w.sum().item() < 1:
    z = (z * w).exp()
if z.requires_grad:
    print(z.sum().item())

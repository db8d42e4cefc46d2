# expect: COMPILE ERROR 9 grad_fn
# Which operation made a tensor may depend on the path that data takes.
import torch

w = torch.ones(2, requires_grad=True)
z = torch.ones(2)
if w.sum().item() < 1:
    z = (z * w).exp()
print(z)

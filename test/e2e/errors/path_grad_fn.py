# expect: COMPILE ERROR 10 grad_fn
# Which operation made a tensor may depend on the path that data takes, also
# where the operation is one in place.
import torch

w = torch.ones(2, requires_grad=True)
z = w * 2
if w.sum().item() < 1:
    z.add_(1)
print(z)

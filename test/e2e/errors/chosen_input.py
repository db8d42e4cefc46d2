# expect: COMPILE ERROR 11 chose
# PyTorch's gradient by the choice is that by the one that was chosen.
import torch

U = torch.tensor(2.0, requires_grad=True)
V = torch.tensor(3.0, requires_grad=True)
if U < V:
    which = U
else:
    which = V
g, = torch.autograd.grad(U * V + which ** 2, [which])
print(g)

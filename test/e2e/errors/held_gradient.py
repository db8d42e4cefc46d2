# A later backward pass may add to the gradient that the variable holds.
# expect: COMPILE ERROR 12 hold
import torch

x = torch.tensor([1.0, 2.0])
w = torch.ones(2, requires_grad=True)
kept = torch.zeros(2)
if x.sum() > 2:
    (w * x).sum().backward()
    kept = w.grad
# PyTorch prints the sum twice.
(w * 3).sum().backward()
print(kept, w.grad)

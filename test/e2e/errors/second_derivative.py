# A loop whose number of iterations is known at run time only.
# expect: COMPILE ERROR 7 second
import torch
w = torch.tensor([0.5, 1.0], requires_grad=True)
n = int(torch.ones(3).sum().item())
x = w
for i in range(n):
    x = x * w
(g,) = torch.autograd.grad(x.sum(), [w], create_graph=True)
print(torch.autograd.grad(g.sum(), [w]))

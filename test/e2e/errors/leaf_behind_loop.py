# expect: COMPILE ERROR 14 loop
# A leaf of the last iteration, and what that computed of it: behind the loop
# nobody knows that they belong together.
import torch

x = torch.tensor([1.0, 2.0])
t = 1.0
while True:
    c = (x * t).detach().requires_grad_()
    l = (c * c).sum()
    if l.item() < 2.0:
        break
    t *= 0.5
print(torch.autograd.grad(l, c)[0])

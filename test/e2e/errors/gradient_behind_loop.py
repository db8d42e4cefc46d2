# expect: COMPILE ERROR 13 gradient
# The same by backward().
import torch

x = torch.tensor([1.0, 2.0])
t = 1.0
c, l = torch.ones(2, requires_grad=True), torch.tensor(100.0)
while l.item() > 2.0:
    c = (x * t).detach().requires_grad_()
    l = (c * c).sum()
    t *= 0.5
l.backward()
print(c.grad)

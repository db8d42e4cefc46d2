# A leaf of detached elements has no part in what was computed before.
import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
torch.exp(a)
b = a.detach()
torch.exp(a)
b.requires_grad_(True)
p = torch.exp(a).sum()
q = torch.exp(b).sum()
p.backward()
print(a.grad, b.grad)
q.backward()
print(a.grad, b.grad)

w = torch.ones(2, requires_grad=True)
x = w * 2
y = (x * 3).sum()
x.detach_()
x.requires_grad_()
z = (x * x).sum()
y.backward()
print(w.grad, x.grad)
z.backward()
print(w.grad, x.grad)

c = torch.tensor([1.0, 2.0], requires_grad=True)
d = c.to(torch.float32).detach().requires_grad_(True)
(torch.exp(c) * d).sum().backward()
print(c.grad, d.grad)

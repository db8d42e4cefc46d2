# Quantiles have derivatives by where they are taken.
import torch

x = torch.tensor([[3.0, 1.0, 2.0, 7.0], [5.0, 4.0, 9.0, 6.0]], requires_grad=True)
for name in ("linear", "midpoint", "lower", "higher", "nearest"):
    q = torch.tensor([0.3, 0.8], requires_grad=True)
    y = torch.quantile(x, q, dim=1, interpolation=name)
    (y * y).sum().backward()
    print(name, y.detach(), x.grad, q.grad)
    x.grad = None
q = torch.tensor(0.6, requires_grad=True)
z = torch.tensor([[1.0, float("nan"), 4.0], [2.0, 8.0, 3.0]], requires_grad=True)
y = torch.nanquantile(z, q, dim=1)
(y * y).sum().backward()
print(y.detach(), z.grad, q.grad)
one = torch.tensor(-4.0, requires_grad=True)
q = torch.tensor([0.25, 0.75], requires_grad=True)
y = torch.quantile(one, q)
(y * y).sum().backward()
print(y.detach(), one.grad, q.grad)

# An index that has one dimension or, where there is one element, none.
import torch

x = torch.arange(12.0).view(4, 3).requires_grad_()
for limit in (4.5, 100.0, 11.0):
    rows = (x[:, 0] > limit - 3).nonzero().squeeze()
    picked = x[rows]
    column = x[rows, 1]
    print(rows, picked.detach(), column.detach(), picked.sum().item())
    x.grad = None
    (picked * 2).sum().backward()
    print(x.grad)
y = torch.zeros(4, 2)
for limit in (1.5, 2.5):
    rows = (torch.arange(4.0) > limit).nonzero().squeeze()
    y[rows] = 5.0
    print(y)

"""Gradients have their tensor's shape where only the run knows sizes."""
import torch

rows = int((torch.arange(4) < 2).sum())
columns = int((torch.arange(4) < 3).sum())


def leaf():
    return (torch.arange(rows * columns).view(rows, columns) * 1.0).requires_grad_()


# Of as many dimensions as before: only the sizes differ.
x = leaf()
y = x.reshape(columns, rows)
(y * y).sum().backward()
print(x.grad)

x = leaf()
x.view(rows * columns, 1).expand(rows * columns, 2).pow(2).sum().backward()
print(x.grad)

x = leaf()
x.t().reshape(rows, columns).mul(torch.arange(columns)).sum().backward()
print(x.grad)

x = leaf()
x.flatten().unflatten(0, (columns, rows)).cumsum(0).sum().backward()
print(x.grad)

w = torch.ones(columns, rows, requires_grad=True)
for step in range(2):
    (leaf().detach().reshape(columns, rows) * w).reshape(rows, columns).pow(2).sum().backward()
print(w.grad)

# One element, of a vector whose size the run knows.
one = int((torch.arange(4) < 1).sum())
v = torch.ones(one, requires_grad=True)
(v * 2).backward()
print(v.grad)

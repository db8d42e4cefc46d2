# Tensor.apply_ changes each element by a function of Python.
import torch

x = torch.tensor([[1.0, -2.0], [3.0, 0.25]])
print(x.apply_(lambda v: 0 if v < 0.5 else 1), x)
n = torch.arange(5)
print(n.apply_(lambda v: v * v - 1), n.dtype)
y = torch.rand(3, 4)
print(y.clone().apply_(lambda v: round(v)) - (y > 0.5).float())
column = torch.arange(6.0).view(2, 3)
column[:, 1].apply_(lambda v: -v)
print(column)


def clipped(v):
    if v > 2:
        return 2.5
    return v


print(column.t().apply_(clipped))
try:
    torch.ones(2, requires_grad=True).apply_(clipped)
except RuntimeError as error:
    print(error)

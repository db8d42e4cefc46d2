# Tensors without dimensions where a dimension is asked for.
import torch

a = torch.tensor(2.5)
zero = torch.tensor(0)
print(a.flip(0), a.cumprod(0), a.cumsum(-1), a.sort(0)[0], a.softmax(0))
print(a.gather(0, zero), a.gather(0, torch.tensor([0, 0])), a.index_select(0, torch.tensor([0])))
print(a.index_fill(0, torch.tensor([0]), 3.0), torch.tensor([1.5]).gather(0, zero))
w = torch.tensor(3.0, requires_grad=True)
(w.flip(0) * w.gather(0, torch.tensor([0, 0])).sum() + w.index_select(0, torch.tensor([0]))).backward()
print(w.grad)
# What is stored may have more dimensions, of one element each.
x = torch.zeros(3)
x[0] = torch.tensor([4.0])
x[1] = torch.tensor([[5.0]])
y = torch.zeros(2, 3)
y[0] = x.unsqueeze(0)
y[:, 1] = torch.tensor([[7.0]])
print(x, y)
v = torch.ones(1, requires_grad=True)
z = torch.zeros(2)
z[1] = v * 3
z.sum().backward()
print(z, v.grad)

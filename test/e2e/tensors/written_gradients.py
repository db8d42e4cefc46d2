# Gradients through what is written into tensors, indexed, sorted and padded.
import torch
import torch.nn.functional as F

x = torch.tensor([3.0, 1.0, 2.0], requires_grad=True)
y = torch.zeros(3)
y[0] = x[0] * 2
y[1:].copy_(x[1:] * 3)
z = torch.zeros(3)
z[torch.tensor([2, 0])] = x[:2] * 5
w = torch.zeros(3)
w.copy_(x * 2)
w.mul_(2)
print(y.requires_grad, w.requires_grad)
(y + z + w).sum().backward()
print(x.grad)

x.grad = None
(x.sort()[0] * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
(x[x > 1.5] * 2).sum().backward()
x.topk(2)[0].sum().backward()
F.pad(x, (1, 2)).pow(2).sum().backward()
x.unfold(0, 2, 1).sum().backward()
torch.zeros(4).index_add(0, torch.tensor([0, 3, 0]), x * 2).sum().backward()
print(x.grad)
m = torch.ones(2, 3, requires_grad=True)
(m[torch.tensor([0, 1, 1]), torch.tensor([0, 2, 2])].sum() + m.diagonal().sum()).backward()
print(m.grad)
m.copy_(torch.zeros(2, 3))

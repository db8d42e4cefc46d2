# What overwrites a tensor leaves its leaves gradients that are zeros.
import torch
def fresh():
    return torch.tensor([1., 2., 3.], requires_grad=True), torch.tensor([0.5, 1., 2.], requires_grad=True)
w, v = fresh()
y = w * 2
y.zero_()
print(y)
(y * v).sum().backward()
print(w.grad, v.grad)
w, v = fresh()
y = w * 2
y.fill_(3)
(y * v).sum().backward()
print(w.grad, v.grad)
w, v = fresh()
y = w * 2
y.copy_(v)
(y * y).sum().backward()
print(w.grad, v.grad)
w, v = fresh()
y = w * 2
y[:] = v * 3
(y * y).sum().backward()
print(w.grad, v.grad)
w, v = fresh()
y = w * 2
y[:] = 4
(y * v).sum().backward()
print(w.grad, v.grad)
w, v = fresh()
y = w * 2
y.fill_(v[1])
(y * y).sum().backward()
print(w.grad, v.grad)
w, v = fresh()
y = w * 2
torch.manual_seed(0)
y.normal_()
(y * v).sum().backward()
print(w.grad, v.grad)
w, v = fresh()
y = (w * 2).reshape(1, 3)
y.t().zero_()
print(y.detach())
(y * v).sum().backward()
print(w.grad, v.grad)
w, v = fresh()
y = torch.stack([w, w * v])
y[0].zero_()
y[1].copy_(v)
y.sum().backward()
print(w.grad, v.grad)
w, v = fresh()
x = torch.zeros(3)
x[:] = w
x.zero_()
x += v
x.sum().backward()
print(w.grad, v.grad)
w, v = fresh()
with torch.no_grad():
    w.zero_()
(w * v).sum().backward()
print(w, w.grad, v.grad)
w, v = fresh()
for i in range(int(v[2])):
    y = w * (i + 1)
    y.zero_()
    y += v
(y * y).sum().backward()
print(w.grad, v.grad)
w, v = fresh()
x = torch.zeros(3)
x[1:] = w[:2]
print(x, x.requires_grad, x.is_leaf)
x.sum().backward()
print(w.grad)
y = w * 2
y.normal_()
y = w * 2
y.normal_()
print(y.grad_fn is None, y.requires_grad)

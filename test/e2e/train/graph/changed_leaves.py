# Leaves that are changed in place between the forward and the backward pass.
import torch

w = torch.ones(3, requires_grad=True)
y = w * 2
with torch.no_grad():
    w -= 0.1
y.sum().backward(retain_graph=True)
print(w.grad, w)
z = (w * 3).sum() + (y * 1).sum()
w.data.mul_(2)
z.backward()
print(w.grad, w)

v = torch.ones(3, requires_grad=True)
y = v * 2
if bool(w.sum() > 100):
    with torch.no_grad():
        v -= 0.1
y.sum().backward()
print(v.grad, v)

u = torch.ones(3, requires_grad=True)
y = u * 2
if bool(y.sum() > 100):
    u[1:] += 1
y.sum().backward()
print(u.grad, u)

layer = torch.nn.Linear(2, 2)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
x = torch.tensor([[1.0, 2.0]])
for step in range(3):
    opt.zero_grad()
    first, second = layer(x).sum(), layer(2 * x).sum()
    first.backward()
    opt.step()
    second.backward()
    print([p.grad for p in layer.parameters()])

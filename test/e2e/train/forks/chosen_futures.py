# Gradients through futures that branches choose and loops carry.
import torch

v = torch.ones(2, requires_grad=True)
w = torch.full((2,), 3.0, requires_grad=True)
x = torch.ones(2)
a = torch.jit.fork(torch.sin, v)
b = torch.jit.fork(torch.cos, w)
d = a if x.sum() > 1 else b
(torch.jit.wait(d) * 2).sum().backward()
print(v.grad, w.grad)
v.grad = None
w.grad = None


def two(t, n):
    return t * n, (t + n).sum()


n = 0
f = torch.jit.fork(two, v, 1)
best = f
while n < 4:
    n += 1
    g = torch.jit.fork(two, v * n, n)
    if torch.jit.wait(g)[1] > 8 + x.sum():
        best = g
    f = g
r, s = torch.jit.wait(best)
r2, s2 = torch.jit.wait(f)
loss = r.sum() * s + r2.prod() + s2
loss.backward(retain_graph=True)
print(loss.item(), v.grad)
for k in range(int(x.sum()) + 1):
    h = torch.jit.fork(torch.mul, w, torch.jit.wait(f)[0])
    f = torch.jit.fork(two, torch.jit.wait(h), 2)
torch.jit.wait(f)[1].backward()
print(v.grad, w.grad)
y = torch.rand(int(x.sum()) + 2, requires_grad=True)
p = torch.jit.fork(torch.sin, y)
q = torch.jit.fork(torch.cos, y * 2)
for k in range(3):
    if (y * k).sum() > 1.5:
        p, q = q, p
    else:
        p = torch.jit.fork(torch.exp, torch.jit.wait(q))
(torch.jit.wait(p) * torch.jit.wait(q)).sum().backward()
print(y.grad.shape, bool((y.grad != 0).all()))
z = y.detach().clone().requires_grad_()
p = torch.sin(z)
q = torch.cos(z * 2)
for k in range(3):
    if (z * k).sum() > 1.5:
        p, q = q, p
    else:
        p = torch.exp(q)
(p * q).sum().backward()
print(torch.allclose(z.grad, y.grad))

v.grad = w.grad = None
v = torch.ones(2, requires_grad=True)
w = torch.full((2,), 3.0, requires_grad=True)
u = torch.full((2,), 2.0, requires_grad=True)
x = torch.ones(2)
a = torch.jit.fork(torch.sin, v)
b = torch.jit.fork(torch.cos, w)
d = a if x.sum() > 1 else b
(torch.jit.wait(d) * 2).sum().backward()
print(v.grad, w.grad)
v.grad = None
for k in range(3):
    if (x * k).sum() > 5:
        f = torch.jit.fork(torch.mul, v, u)
    else:
        f = torch.jit.fork(torch.mul, w, 2.0)
    torch.jit.wait(f).sum().backward()
    print(v.grad, w.grad, u.grad)
n = 0
f = torch.jit.fork(torch.sin, u)
w.grad = None
u.grad = None
while n < x.sum() * 2:
    if n % 2 == 1:
        f = torch.jit.fork(torch.mul, torch.jit.wait(f), v)
    n += 1
torch.jit.wait(f).sum().backward()
print(v.grad, w.grad, u.grad)
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(2, 2)
        self.b = torch.nn.Linear(2, 2)

    def forward(self, x):
        if x.sum() > 0:
            f = torch.jit.fork(self.a, x)
        else:
            f = torch.jit.fork(self.b, x)
        return torch.jit.wait(f)

torch.manual_seed(0)
m = Net()
o = torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9, weight_decay=0.1)
for i in range(3):
    o.zero_grad()
    m(x * (i - 0.5)).pow(2).sum().backward()
    print([p.grad is None for p in m.parameters()])
    o.step()
print([p.sum().item() for p in m.parameters()])

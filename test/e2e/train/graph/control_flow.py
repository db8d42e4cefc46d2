# Derivatives through loops, branches, forks, and of derivatives.
import torch
torch.manual_seed(0)
w = torch.randn(3, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
x = torch.randn(2, 3)
y = torch.tanh(x * w + b)
loss = (y * y).sum()
loss.backward()
print(w.grad, b.grad, x.grad)
for i in range(3):
    z = w
    for k in range(4):
        z = torch.tanh(z * w)
    l2 = z.sum()
    w.grad = None
    l2.backward()
    print(i, w.grad, z.detach())
    with torch.no_grad():
        w -= 0.1 * w.grad
def f(x):
    if x.sum() > 0:
        return x * x
    else:
        return torch.tanh(x)
v = torch.randn(3, requires_grad=True)
n = 0
t = v
while t.sum() < 3.0 and n < 7:
    t = t * 1.5 + v
    n += 1
l = f(t).sum()
l.backward()
print(v.grad, n)
fut = torch.jit.fork(f, v)
r = torch.jit.wait(fut)
(g,) = torch.autograd.grad(r.sum() * 2.0, [v])
print(g)
q = v * v * v
(g1,) = torch.autograd.grad(q.sum(), [v], create_graph=True)
(g2,) = torch.autograd.grad(g1.sum(), [v])
print(g1.detach(), g2)

# A loop that replaces a leaf by a new one; gradients that are made where there are none; parts of lists deleted.
import torch

w = torch.zeros(4, requires_grad=True)
x = torch.arange(12.0).view(3, 4)
for t in range(50):
    l = ((x @ w - 1) ** 2).mean()
    g, = torch.autograd.grad(l, [w])
    w = (w - 0.001 * g).detach().requires_grad_()
print("%.4f" % l.item(), w.is_leaf, w)
v = torch.zeros(4, requires_grad=True)
for t in range(5):
    l = ((x @ v - 1) ** 2).mean()
    l.backward()
    with torch.no_grad():
        v = (v - 0.001 * v.grad).requires_grad_()
print(v.is_leaf, v, v.grad)
u = torch.zeros(4, requires_grad=True)
for t in range(50):
    u = u * 0.5 + 1
print(u.is_leaf)
z = torch.ones(2, requires_grad=True)
print(torch.autograd.grad((v * 2).sum(), [z, v], materialize_grads=True))
a = [1, 2, 3, 4, 5]
del a[1:3]
print(a)
del a[:]
print(a)

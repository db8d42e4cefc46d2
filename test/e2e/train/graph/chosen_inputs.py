# Gradients by tensors that the number of an iteration chooses.
import torch

U = torch.tensor(2.0, requires_grad=True)
V = torch.tensor(3.0, requires_grad=True)
for k in range(2):
    which = U if k % 2 == 0 else V
    g, = torch.autograd.grad(U * V + which ** 2, [which])
    print(k, g)
    g, = torch.autograd.grad(U * V, [which], allow_unused=True)
    print(g)

a = torch.tensor(1.0, requires_grad=True)
b = a
for t in range(4):
    ga, = torch.autograd.grad(a * b, a)
    print(t, ga)
    if t == 0:
        b = torch.tensor(5.0, requires_grad=True)

# Leaves that a task makes, and modules whose dtype changes after a backward pass.
import torch


def make(x):
    return (x * 2).detach().requires_grad_(), torch.nn.Parameter(x + 1)


w, p = torch.jit.wait(torch.jit.fork(make, torch.ones(2)))
print(w, w.is_leaf, p)
opt = torch.optim.SGD([w, p], lr=0.1)
(w * p).sum().backward()
print(w.grad, p.grad)
opt.step()
print(w, p)

m = torch.nn.Linear(2, 1)
m(torch.ones(1, 2)).sum().backward()
m.double()
print(m.weight.dtype, m.weight.grad)
m(torch.ones(1, 2, dtype=torch.float64)).sum().backward()
print(m.weight.grad)

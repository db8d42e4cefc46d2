# Leaves that are walked over beside what only the run knows the length of, and
# leaves that a task made: their gradients stay their own.
import torch
import torch.nn as nn


def train(k: int):
    w = torch.ones(2, requires_grad=True)
    (w * k).sum().backward()
    return w


n = int(torch.tensor(2).item())
scales = [float(i + 1) for i in range(n)]
x = torch.tensor([1.0, 2.0, 3.0])

ps = [torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)]
for p, v in zip(ps, range(n)):
    (p * v).sum().backward()
print(ps[0].grad, ps[1].grad)

qs = [torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)]
for q, s in zip(qs, scales):
    (q * s).sum().backward()
    print(q.grad, q.is_leaf)
print([q.grad for q in qs])

for q, s in zip(qs, x[x > 1.5]):
    q.grad = None
    (q * s).sum().backward()
print([q.grad for q in qs])

first, second = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(3))
both = [first, second]
for p, s in zip(both, scales):
    (p * s).sum().backward()
print(first.grad, second.grad, [p.grad for p in both])

trained = torch.jit.wait(torch.jit.fork(train, 3))
print(trained.grad, trained.is_leaf)
(trained * 2).sum().backward()
print(trained.grad)
many = [torch.jit.wait(f) for f in [torch.jit.fork(train, i) for i in range(3)]]
print([w.grad for w in many])

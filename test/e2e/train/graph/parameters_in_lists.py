# Parameters that a comprehension or a loop makes are known one by one.
import torch
import torch.nn as nn
torch.manual_seed(0)
a = [nn.Parameter(torch.rand(2 + i % 2, 3)) for i in range(5)]
b = [torch.randn(3, requires_grad=True) for _ in range(4)]
c = []
for i in range(3):
    c.append(torch.ones(i + 1).requires_grad_())
loss = torch.zeros(())
for p in a + b + c:
    loss = loss + (p * p).sum()
loss.backward()
for p in a + b + c:
    print(p.shape, p.grad.sum())
opt = torch.optim.SGD(nn.ParameterList(a), lr=0.1)
opt.step()
print(a[1])

# Gradients beside their parameters, more than are unrolled otherwise.
many = [nn.Parameter(torch.full((2,), float(i))) for i in range(70)]
for p in many:
    p.grad = torch.ones_like(p)
grads = [p.grad for p in many]
with torch.no_grad():
    for p, g in zip(many, grads):
        p.add_(g, alpha=0.5)
print(many[69])

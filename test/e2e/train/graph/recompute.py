# What the backward pass computes again instead of keeping it: the gradients are
# those of PyTorch, in loops, branches and tasks.
from typing import List

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
w = (torch.randn(6, 6) * 0.4).requires_grad_()
v = torch.randn(6, requires_grad=True)
x = torch.randn(4, 6)
n = int(torch.tensor(5))


def report(title, loss):
    loss.backward()
    print(title, "%.5f" % loss.item(), w.grad.abs().sum(1), v.grad)
    w.grad = None
    v.grad = None


# Chains of elementwise operations on a product.
h = x
for i in range(n):
    h = h + F.gelu(h @ w + v) * torch.sigmoid(v)
report("gelu", h.square().mean())

h = x
for i in range(n):
    h = h * 0.5 + F.gelu(h @ w, approximate="tanh") * F.silu(v)
report("tanh", h.square().mean())

# Masks: compared, and drawn.
h = x
for i in range(n):
    h = h + F.dropout(torch.relu(h @ w) * v, 0.3)
    h = torch.where(h > 1, h * 0.5, h)
report("masks", h.square().mean())
print(torch.rand(1))

# Of unknown size, with a condition.
count = int(torch.tensor(3))
d = torch.randn(count, 6)
steps = 0
while bool(d.abs().max() < 100) and steps < 8:
    d = torch.exp(-(d @ w).square()) * v + F.dropout(d, 0.2) * (1 + steps)
    if steps % 2 == int(torch.tensor(1)):
        d = torch.tanh(d) * F.softplus(v)
    steps += 1
report("unknown %d" % steps, d.square().mean())

# Broadcasts, casts, views; a loop in a loop.
h = x
for i in range(n):
    scale = torch.exp(v * 0.1)
    for k in range(int(torch.tensor(2))):
        wide = (h.double() @ w.double()).float()
        h = (wide.unsqueeze(0).expand(3, 4, 6) * scale * torch.sigmoid(wide)).mean(0) * 0.3 + h[:, k:k + 1] * scale * 0.2
        if i == k:
            h = torch.sin(h * scale) + h * 0.5
report("nested", h.abs().mean())


# Tasks and lists of them.
def task(x, w, v):
    y = F.gelu(x @ w) * v
    return F.dropout(torch.tanh(y) * torch.relu(y - 0.1), 0.25) if n > 100 else torch.tanh(y) * torch.relu(y - 0.1)


futures = [torch.jit.fork(task, x + i, w, v) for i in range(3)]
report("tasks", 10 * torch.stack([torch.jit.wait(f).square().mean() for f in futures]).sum())

# An LSTM's cell, and a layer.
torch.manual_seed(1)
cell = nn.LSTMCell(6, 5)
layer = nn.GRU(6, 5)
s = torch.randn(7, 4, 6)
a, c = torch.zeros(4, 5), torch.zeros(4, 5)
for t in range(int(torch.tensor(7))):
    a, c = cell(s[t], (a, c))
y, last = layer(s)
loss = (a - 1).square().mean() + c.square().mean() + y.mean() + last.square().sum()
loss.backward()
print("%.5f" % loss.item())
for p in list(cell.parameters()) + list(layer.parameters()):
    print("%.5f" % p.grad.abs().sum().item(), p.grad.flatten()[:3])

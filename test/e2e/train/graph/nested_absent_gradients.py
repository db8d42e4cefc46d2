# Which leaves have gradients, through branches and loops inside of others.
# tolerance: 1e-6
import torch
torch.manual_seed(0)
x = torch.arange(6.)
n = int(x[3])
def fresh():
    return [torch.full((2,), float(k + 1), requires_grad=True) for k in range(6)]
def show(ws):
    print([w.grad for w in ws])
# branches in branches
for c in range(4):
    ws = fresh()
    if x[c] > 0:
        if x[c] > 1:
            y = ws[0] * ws[1]
        else:
            y = ws[2] * 2
    else:
        y = ws[3] + ws[4]
    (y * y).sum().backward()
    show(ws)
# branches in loops
for c in range(4):
    ws = fresh()
    h = ws[0] * 1
    for i in range(n):
        if x[c] > i + 1:
            h = h * ws[1] + ws[4]
        elif x[c] > i:
            h = h + ws[2]
        else:
            h = ws[3] * 2
    h.sum().backward()
    show(ws)
# loops in loops of run time
for c in range(3):
    ws = fresh()
    h = ws[0]
    for i in range(c):
        for j in range(i):
            h = h * ws[1]
        h = h + ws[2]
    h.sum().backward()
    show(ws)
# while, break and continue
for c in range(4):
    ws = fresh()
    h = ws[0]
    k = 0
    while k < 3:
        k += 1
        if x[c] == k:
            h = h * ws[1]
            break
        if x[c] > k:
            continue
        h = h + ws[2]
        if k == 2:
            h = h * ws[3]
    h.sum().backward()
    show(ws)
# forks with branches
def expert(x, a, b):
    if x > 1:
        return a * x
    return b * x
for c in range(3):
    ws = fresh()
    f = torch.jit.fork(expert, x[c], ws[0], ws[0])
    y = torch.jit.wait(f)
    if c > 0:
        y = y + ws[2]
    y.sum().backward()
    show(ws)
# experts chosen in a loop, with an optimizer that skips what was not used
import torch.nn as nn
a, b, g = nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 2)
opt = torch.optim.Adam(list(a.parameters()) + list(b.parameters()) + list(g.parameters()), lr=0.1)
for step in range(4):
    h = torch.ones(2)
    for i in range(n):
        if x[i] * step > 3:
            h = torch.tanh(a(h))
        elif step > 1:
            h = torch.tanh(b(h)) + h
        else:
            h = g(h)
    loss = (h ** 2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(loss.item(), a.weight.grad is None, b.weight.grad is None, g.bias.grad is None)
print(a.weight, b.bias, g.weight)
# a variable that a loop sets first, by one of two ways
def helper(x, y):
    if bool(x.sum() > 0):
        return x * 2
    return y.sum() * x
for sign in (1.0, -1.0):
    ws = fresh()
    k = 0
    while k < n:
        v = helper(ws[0] * sign, ws[1])
        k += 1
    (v * v).sum().backward()
    show(ws)
# a gradient is not made of what it was not taken of
ws = fresh()
h = ws[1] * 1
k = 0
while k < n:
    h = ws[0] + k
    k += 1
gs = torch.autograd.grad((h * h * h).sum(), ws[:2], create_graph=True, allow_unused=True)
total = (gs[0] * gs[0]).sum()
if gs[1] is not None:
    total = total + (gs[1] * gs[1]).sum()
total.backward()
show(ws[:2])
# a loop that gives tensors of other sizes in each iteration, one of which nobody uses
t = torch.randn(3, 2)
w = torch.randn(2, 3, requires_grad=True)
k = 0
while k < n:
    unused = torch.sigmoid(t) * 2
    t = w - 1
    k += 1
(t * t).sum().backward()
print(unused.shape, w.grad)

# Which leaves what comes out of a list of the run is made of, the run knows: the
# others have no gradient, and the optimizer leaves them alone.
from typing import List

import torch
import torch.nn as nn

a = nn.Parameter(torch.ones(2))
b = nn.Parameter(torch.ones(2))
opt = torch.optim.Adam([a, b], lr=0.1)
X = torch.tensor([1.0, 2.0])
for step in range(2):
    opt.zero_grad()
    losses = []
    for x in X:
        if step % 2 == 0:
            out = a * b
        else:
            v = a if x > 0 else b
            out = v * x
        losses.append(out.sum())
    loss = torch.stack(losses).mean()
    loss.backward()
    opt.step()
    print([p.grad is not None for p in [a, b]], a, b)

a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
X = torch.tensor([1.0, 2.0])
losses = []
for x in X:
    if x > 0:
        losses.append((a * x).sum())
    else:
        losses.append((b * x).sum())
torch.stack(losses).sum().backward()
print(a.grad, b.grad)

a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
ch = torch.tensor([1, 1])
outs = [a * 2, b * 3]
rows = []
for i in range(2):
    rows.append(outs[int(ch[i])])
torch.stack(rows).sum().backward()
print(a.grad, b.grad)

a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
X = torch.tensor([1.0, 2.0])
losses = []
for x in X:
    v = a if x > 0 else b
    losses.append((v * x).sum())
sum(losses).backward()
print(a.grad, b.grad)


@torch.jit.script
def f_ts_index(a: torch.Tensor, b: torch.Tensor, ch: torch.Tensor):
    outs: List[torch.Tensor] = []
    outs.append(a * 2)
    outs.append(b * 3)
    rows: List[torch.Tensor] = []
    for i in range(ch.size(0)):
        rows.append(outs[int(ch[i])])
    return torch.stack(rows).sum()


a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
f_ts_index(a, b, torch.tensor([1, 1])).backward()
print(a.grad, b.grad)


@torch.jit.script
def f_fork_select(a: torch.Tensor, b: torch.Tensor, ch: torch.Tensor):
    futs: List[torch.jit.Future[torch.Tensor]] = []
    futs.append(torch.jit.fork(torch.relu, a))
    futs.append(torch.jit.fork(torch.relu, b))
    return torch.jit.wait(futs[int(ch)]).sum()


a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
f_fork_select(a, b, torch.tensor(1)).backward()
print(a.grad, b.grad)

a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
x = torch.tensor([1.0, 2.0])
ls = []
for v in x:
    if v > 0:
        ls.append((a * v).sum())
    else:
        ls.append((b * v).sum())
ga, gb = torch.autograd.grad(torch.stack(ls).sum(), [a, b], allow_unused=True)
print(ga, gb)


# States of a loop beside a first one that requires no gradient; a stack.
w = torch.ones(2, requires_grad=True)
u = torch.ones(2, requires_grad=True)
states = [torch.zeros(2)]
for x in torch.tensor([1.0, -1.0, 2.0]):
    states.append(torch.tanh(states[-1] + (w if x > 0 else w * 2) * x))
states[-1].sum().backward()
print(w.grad, u.grad)
w.grad = None
stack = [w * 1, w * 2]
for x in torch.tensor([1.0, -1.0, -2.0]):
    if x > 0:
        stack.append(u * x)
    else:
        stack.pop()
stack[0] = stack[0] * 3
stack.reverse()
stack.insert(0, w * 5)
sum(stack).sum().backward()
print(len(stack), w.grad, u.grad)

# A list of which some elements require a gradient, but not the one of the loop.
w.grad = None
kept = []
for x in torch.tensor([1.0, 2.0, 7.0]):
    if x > 5:
        kept.append((w * x).sum())
    else:
        kept.append(x.detach())
print(torch.stack(kept).sum().item())
torch.stack(kept).sum().backward()
print(w.grad)
w.grad = None
states = [torch.zeros(2)]
losses = []
for t in range(int(torch.tensor(3))):
    states.append(torch.tanh(states[-1] + w * t))
    losses.append(states[-1].sum())
print(torch.stack(states).sum(), torch.stack(losses).mean(), sum(losses))
print(torch.stack(losses).requires_grad, states[-1].requires_grad)

# Copies and parts of lists.
q = torch.ones(2, requires_grad=True)
p = torch.ones(2, requires_grad=True)
opt = torch.optim.SGD([p, q], lr=0.1, weight_decay=0.5)
for k in [1, 2]:
    opt.zero_grad()
    n = int(torch.tensor(k))
    outs = [p * 2]
    z = q * 3
    if n > 1:
        outs.append(z)
    y = outs[0]
    for o in outs[1:]:
        y = y + o
    y.sum().backward()
    print(p.grad, q.grad)
    opt.step()
    opt.zero_grad()
    both = [p * 2, q * 3, p * 4]
    torch.stack(both[:n]).sum().backward()
    print(p.grad, q.grad)
    opt.zero_grad()
    last = [p * 2]
    z = q * 3
    opt.step()
    if n > 1:
        last.append(z)
    others = last[-1:].copy()
    others.append(p * 0.5)
    if n == 1:
        others.reverse()
    others[0].sum().backward()
    print(p.grad, q.grad)
    opt.step()
print(p, q)

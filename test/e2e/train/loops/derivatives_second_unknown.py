# Second and third derivatives through loops whose number of iterations the run knows.
# tolerance: 1e-5
import torch
import torch.nn as nn
from typing import List
torch.manual_seed(0)
n = int(torch.tensor(4))
w = torch.randn(3, 3, requires_grad=True)
v = torch.randn(3, requires_grad=True)
x = torch.randn(5, 3)
def net(x):
    h = torch.zeros(3)
    outs = []
    i = 0
    while i < n:
        h = torch.tanh(w @ h + x[i] * v)
        if h.sum() > 0:
            h = h * v.exp()
        else:
            h = h + v * v
        for j in range(i):
            h = torch.sigmoid(h * w[0]) + outs[j]
        outs.append(h)
        i += 1
    return torch.stack(outs)
y = net(x)
loss = (y ** 2).mean()
gw, gv = torch.autograd.grad(loss, [w, v], create_graph=True)
print(gw.detach(), gv.detach())
total = (gw ** 2).sum() + (gv ** 3).sum() + loss
total.backward()
print(w.grad, v.grad)
# gradient penalty in a training loop of run time
lin = nn.Linear(3, 1)
rnn = nn.LSTM(3, 3)
opt = torch.optim.Adam(list(lin.parameters()) + list(rnn.parameters()), lr=0.1)
for step in range(n):
    inp = torch.randn(n, 1, 3, requires_grad=True)
    out, _ = rnn(inp)
    score = lin(out).sum()
    (g,) = torch.autograd.grad(score, [inp], create_graph=True)
    pen = ((g.norm(2, dim=-1) - 1) ** 2).mean()
    opt.zero_grad()
    (score * 0.1 + pen).backward()
    opt.step()
    print(step, pen.item(), score.item())
# third derivative
a = torch.tensor(0.7, requires_grad=True)
p = a
for i in range(n):
    p = p * torch.sin(a) + a
(d1,) = torch.autograd.grad(p, [a], create_graph=True)
(d2,) = torch.autograd.grad(d1, [a], create_graph=True)
(d3,) = torch.autograd.grad(d2, [a])
print(d1.item(), d2.item(), d3.item())
n = int(torch.tensor(4))
w = torch.randn(3, 3, requires_grad=True)
x = torch.randn(5, 3)
@torch.jit.script
def one(w: torch.Tensor, x: torch.Tensor, n: int) -> torch.Tensor:
    h = x
    for i in range(n):
        h = torch.tanh(w @ h) * 0.5
        if bool(h.sum() > 1):
            break
    return h
@torch.jit.script
def both(w: torch.Tensor, x: torch.Tensor, n: int) -> torch.Tensor:
    fs: List[torch.jit.Future[torch.Tensor]] = []
    for i in range(n):
        fs.append(torch.jit.fork(one, w, x[i], n))
    out = torch.zeros(3)
    for f in fs:
        out = out + torch.jit.wait(f)
    return out
y = both(w, x, n)
(g,) = torch.autograd.grad((y ** 2).sum(), [w], create_graph=True)
print(g.detach())
(g ** 2).sum().backward()
print(w.grad)
future = torch.jit.fork(one, w, x[0], n)
y = torch.jit.wait(future) * torch.jit.wait(torch.jit.fork(one, w, x[1], 2))
(g,) = torch.autograd.grad(y.sum(), [w], create_graph=True)
print(torch.autograd.grad((g ** 3).sum(), [w]))

# Tasks that change tensors of their caller in place and give them back: seed 003 forks the update of each parameter.
import torch
from typing import List, Tuple, Optional
from torch import Tensor
def upd(p: Tensor, g: Tensor, b: Tensor, lr: float) -> Tensor:
    b.mul_(0.5).add_(g)
    p.add_(b, alpha=-lr)
    return p
def only(p: Tensor, g: Tensor):
    p.add_(g)
def maybe(p: Tensor, g: Tensor, c: bool) -> Tensor:
    if c:
        p.add_(g)
        return p
    return g
# result changed after the wait; both names see it
p = torch.ones(3); b = torch.zeros(3)
f = torch.jit.fork(upd, p, torch.ones(3), b, 0.5)
r = torch.jit.wait(f)
r.add_(1)
print(p, r, b)
p.mul_(2)
print(p, r)

# two tasks one after the other on the same tensor, awaited in between
p = torch.ones(3); b = torch.zeros(3)
for i in range(3):
    f = torch.jit.fork(upd, p, torch.ones(3), b, 0.5)
    torch.jit.wait(f)
    p.add_(1)
print(p, b)

# a choice in the task
torch.manual_seed(0)
for k in range(2):
    p = torch.ones(3); g = torch.full((3,), 2.0)
    f = torch.jit.fork(maybe, p, g, bool(torch.rand(1) > 0.5))
    r = torch.jit.wait(f)
    print(p, g, r)

# the result in a list, dict, tuple; parameters with grad
ps = [torch.nn.Parameter(torch.ones(2)), torch.nn.Parameter(torch.full((3,), 2.0))]
bufs = [torch.zeros(2), torch.zeros(3)]
for s in range(3):
    loss = sum([(p * p).sum() for p in ps])
    for p in ps:
        p.grad = None
    loss.backward()
    with torch.no_grad():
        futs = [torch.jit.fork(upd, p, p.grad, b, 0.1) for p, b in zip(ps, bufs)]
        outs = [torch.jit.wait(f) for f in futs]
    print("%.4f" % loss.item(), [o is p for o, p in zip(outs, ps)])
print([p.data for p in ps], bufs)

# nothing returned; a view and its base; nested lists of futures
w = torch.zeros(4, 3)
fs = [torch.jit.fork(only, w[i], torch.full((3,), float(i))) for i in range(4)]
[torch.jit.wait(f) for f in fs]
print(w)
d = {"a": torch.zeros(2), "b": torch.ones(2)}
fd = {k: torch.jit.fork(upd, v, torch.ones(2), torch.zeros(2), 1.0) for k, v in d.items()}
for k in fd:
    torch.jit.wait(fd[k]).add_(10)
print(d)

# a task that gives its argument through another task, and a tuple of both
def outer(p: Tensor, g: Tensor, b: Tensor) -> Tuple[Tensor, Tensor]:
    f = torch.jit.fork(upd, p, g, b, 0.5)
    q = torch.jit.wait(f)
    q.add_(1)
    return q, b
p = torch.ones(3); b = torch.zeros(3)
r, s = torch.jit.wait(torch.jit.fork(outer, p, torch.ones(3), b))
s.add_(5)
r.mul_(2)
print(p, b, r, s)

# Optional result, either the argument or None
def opt(p: Tensor, c: bool) -> Optional[Tensor]:
    p.add_(1)
    if c:
        return p
    return None
for k in (True, False):
    p = torch.zeros(2)
    r = torch.jit.wait(torch.jit.fork(opt, p, k))
    p.add_(1)
    print(p, r)

# loop-carried future, changed each time
p = torch.ones(3); b = torch.zeros(3)
f = torch.jit.fork(upd, p, torch.ones(3), b, 0.5)
for i in range(int(torch.tensor([4.0]).sum())):
    r = torch.jit.wait(f)
    r.mul_(2)
    f = torch.jit.fork(upd, p, torch.ones(3), b, 0.5)
r = torch.jit.wait(f)
p.add_(1)
print(p, r, b)

class H:
    def __init__(self, f):
        self.f = f
p = torch.ones(3); b = torch.zeros(3)
h = H(torch.jit.fork(upd, p, torch.ones(3), b, 0.5))
torch.jit.wait(h.f)
p.add_(1)
r = torch.jit.wait(h.f)
print(p, r)
r.mul_(3)
print(p, r, torch.jit.wait(h.f))

# a task awaits another task's future and changes its result
p = torch.ones(3); b = torch.zeros(3)
f = torch.jit.fork(upd, p, torch.ones(3), b, 0.5)
def then(f: torch.jit.Future[Tensor]) -> Tensor:
    r = torch.jit.wait(f)
    return r.mul_(2)
g = torch.jit.fork(then, f)
r = torch.jit.wait(g)
p.add_(1)
print(p, r, torch.jit.wait(f))

# gradients through what a task changes
x = torch.ones(3, requires_grad=True)
def f(x: Tensor, y: Tensor) -> Tensor:
    y.mul_(x)
    return y
y = torch.full((3,), 2.0)
fut = torch.jit.fork(f, x, y)
z = torch.jit.wait(fut)
(z.sum() + (y * 2).sum()).backward()
print(x.grad, y, z)

# in a while of the run, futures in a dict known
p = {"a": torch.ones(2), "b": torch.ones(3)}
b = {"a": torch.zeros(2), "b": torch.zeros(3)}
n = 0
while float(p["a"][0]) > -1:
    fs = {k: torch.jit.fork(upd, p[k], p[k] * 0.5 + 1, b[k], 0.3) for k in p}
    for k in fs:
        torch.jit.wait(fs[k])
    n += 1
print(n, p, b)


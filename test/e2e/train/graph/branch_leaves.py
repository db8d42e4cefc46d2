# Leaves that only one arm of a branch uses: without gradient in the other.
# tolerance: 1e-6
import torch
import torch.nn as nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_


def leaves(seed, *shapes):
    torch.manual_seed(seed)
    return [nn.Parameter(torch.randn(s)) for s in shapes]


a, b = leaves(3, (3,), (3,))
opt = torch.optim.SGD([a, b], lr=0.1, momentum=0.9, weight_decay=0.1)
for i in range(6):
    opt.zero_grad()
    loss = a.square().sum()
    if i % 3 != 1:
        loss = loss + b.square().sum()
    loss.backward()
    print(i, a.grad, b.grad, b.grad is None)
    opt.step()
print(a, b)

# Either of two layers; both at last.
for make in (lambda p: torch.optim.Adam(p, lr=0.1, weight_decay=0.1), lambda p: torch.optim.RMSprop(p, lr=0.01)):
    torch.manual_seed(4)
    one, two, last = nn.Linear(3, 3), nn.Linear(3, 3), nn.Linear(3, 1)
    params = list(one.parameters()) + list(two.parameters()) + list(last.parameters())
    opt = make(params)
    x = torch.randn(5, 3)
    for i in range(6):
        opt.zero_grad()
        h = torch.tanh(one(x)) if (i * 7) % 5 < 3 else torch.sin(two(x))
        loss = last(h).square().mean()
        loss.backward()
        norm = clip_grad_norm_(params, 0.5)
        opt.step()
        print(i, loss.item(), norm.item(), one.weight.grad is None, two.bias.grad is None)
    print(one.weight, two.weight)

# Gradients that come together from several passes.
a, b, c = leaves(5, (2,), (2,), (2,))
flags = torch.tensor([1.0, -1.0, -1.0, 1.0])
for i in range(4):
    if i == 2:
        a.grad, b.grad, c.grad = None, None, None
    y = a * 2.0
    if flags[i] > 0:
        y = y * b
    y.sum().backward()
    z = a.sum()
    if flags[3 - i] > 0:
        z = (b * c).sum()
    z.backward()
    clip_grad_value_([a, b, c], 1.5)
    print(i, a.grad, b.grad, c.grad)

# Both arms use it; asked for by name.
w = torch.tensor([1.0, 2.0], requires_grad=True)
v = torch.tensor([3.0, 4.0], requires_grad=True)
for i in range(3):
    y = w.exp() if i % 2 == 0 else w.sin()
    y = y * v if i == 1 else y
    g = torch.autograd.grad(y.sum(), [w, v], allow_unused=True)
    print(i, g[0], g[1])
if flags.sum() > -1:
    y = w * 2.0
else:
    y = v * 2.0
print(torch.autograd.grad(y.sum(), [v]))

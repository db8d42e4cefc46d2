# Lists that loops and branches give: states that each iteration makes anew,
# queues that are emptied, one of two lists, paths searched in a while loop.
import torch
from torch import nn
from typing import List


def queue(w, n):
    items = []
    total = torch.zeros(())
    for i in range(n):
        items.append(torch.sin(w * i))
        if len(items) == 3:
            total = total + torch.stack(items).prod()
            items = []
    return total + len(items)


def states(w, n):
    states = [torch.ones(3), w * 0.5]
    for t in range(n):
        new = []
        for s in states:
            new.append(torch.tanh(w * s + t))
        states = new
    return states[0].sum() + states[-1].pow(2).sum()


def replaced_sometimes(w, n):
    states = [w * 2]
    total = torch.zeros(())
    for i in range(n):
        total = total + states[-1].sum() * states[0].mean()
        if i % 3 == 1:
            states = [torch.sin(states[-1]), w * i]
        else:
            states = states[1:] + [torch.cos(w * states[0])]
    return total


def one_of_two(w, n):
    a = []
    for i in range(n):
        a.append(w * i)
    if n < 5:
        c = a
    else:
        c = [w.sin(), w.cos()]
    if n > 3:
        d = [w * 3.0]
        for i in range(n):
            d.append(w.exp())
    else:
        d = a[1:]
    d.append(w * 2.0)
    return torch.stack(c).pow(2).sum() + a[0].sum() + torch.stack(d).prod()


def nested(w, n):
    kept = [w * 1.5]
    total = torch.zeros(3)
    for i in range(n):
        if i % 2 == 0:
            kept.append(w + i)
            if i == 2:
                kept.append(w.exp())
        elif len(kept) > 3:
            total = total + torch.stack(kept).prod(0)
            kept = []
    for e in kept:
        total = total + e
    return total.sum()


@torch.jit.script
def paths(x: torch.Tensor, w: torch.Tensor, n: int):
    beams: List[torch.Tensor] = [x]
    while len(beams) < 20 and n > 0:
        new: List[torch.Tensor] = []
        for b in beams:
            if float(b.sum()) > 0:
                new.append(torch.tanh(b * w))
            new.append(torch.sin(b + w))
        beams = new
        n -= 1
    return torch.stack(beams).sum()


torch.manual_seed(0)
for k in range(3):
    n = int(torch.randint(3 + k, 4 + k, (1,)))
    for f in (queue, states, replaced_sometimes, one_of_two, nested):
        w = torch.randn(3, requires_grad=True)
        y = f(w, n)
        y.backward()
        print("%.5f" % y, w.grad)
    x = torch.randn(3, requires_grad=True)
    w = torch.randn(3, requires_grad=True)
    y = paths(x, w, n)
    y.backward()
    print("%.5f" % y, x.grad, w.grad)

# Truncated: a gradient in the loop that makes the states anew. The flags of
# what the two lists are made of depend on each other.
cell = nn.Linear(2, 2)
opt = torch.optim.SGD(cell.parameters(), lr=0.02)
for epoch in range(2):
    losses = []
    states = [torch.zeros(2), torch.zeros(2)]
    x = torch.ones(2)
    for chunk in range(3):
        for t in range(4):
            new = []
            for s in states:
                x = torch.tanh(cell(x + s))
                new.append(x)
            states = new
            losses.append(x.sum())
            if torch.rand(1).item() < 0.5:
                x = torch.ones(2)
        loss = torch.stack(losses).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print("%.5f" % loss, cell.bias.grad)
        losses = []
        states = [s.detach() for s in states]
        x = x.detach()

# No gradient, and so no decay, where no element of the list is made of it.
w = torch.ones(3, requires_grad=True)
v = torch.ones(3, requires_grad=True)
opt = torch.optim.SGD([w, v], lr=0.1, momentum=0.9, weight_decay=0.1)
for epoch in range(6):
    if torch.rand(1).item() < 0.5:
        items = [w * 2]
        for i in range(int(torch.randint(1, 4, (1,)))):
            items.append(w + i)
    else:
        items = [w.sin() + v]
    kept = items
    for i in range(2):
        kept = kept[-2:] + [w * i]
    opt.zero_grad()
    torch.stack(kept).pow(2).sum().backward()
    opt.step()
    print(v.grad is None, len(items), w, v)


# Layers of different sizes, as many as there are states.
class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = nn.ModuleList([nn.Linear(5 + 6, 6), nn.Linear(6 + 6, 6)])
        self.out = nn.Linear(6, 5)

    def forward(self, x, states: List[torch.Tensor]):
        new = []
        for cell, s in zip(self.cells, states):
            x = torch.tanh(cell(torch.cat([x, s], dim=-1)))
            new.append(x * s.cos())
        return self.out(x), new


model = Stack()
states = [torch.zeros(3, 6) for _ in range(2)]
x = torch.randn(3, 5)
losses = []
for t in range(int(torch.randint(3, 5, (1,)))):
    y, states = model(x, states)
    losses.append(y.pow(2).mean())
    x = torch.softmax(y, dim=-1)
torch.stack(losses).mean().backward()
for p in model.parameters():
    print("%.5f" % p.grad.sum())

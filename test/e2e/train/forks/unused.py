# A leaf that a task uses on one of its paths only.
# tolerance: 1e-5
import torch
import torch.nn as nn
from typing import List


class Switch(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 2)
        self.b = nn.Linear(3, 2)
        self.c = nn.Linear(3, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.sum() > 0:
            y = self.a(x)
        else:
            y = self.b(x)
        for i in range(int(x[0, 0].item())):
            y = y + self.c(x)
        return y


def nested(model: Switch, x: torch.Tensor) -> torch.Tensor:
    future = torch.jit.fork(model, x)
    return torch.tanh(torch.jit.wait(future))


def used(model) -> List[bool]:
    return [p.grad is not None for p in model.parameters()]


torch.manual_seed(0)
models = [Switch() for _ in range(3)]
optimizer = torch.optim.Adam([p for m in models for p in m.parameters()], lr=0.1)
inputs = [torch.full((1, 3), v) for v in (-1.0, 2.5, 0.5)]
for step in range(4):
    optimizer.zero_grad()
    futures = [torch.jit.fork(m, x) for m, x in zip(models, inputs)]
    loss = torch.stack([torch.jit.wait(f) for f in futures]).square().sum()
    loss.backward()
    print(step, [used(m) for m in models])
    optimizer.step()
    inputs = [-x for x in inputs]
for m in models:
    print([p.sum().item() for p in m.parameters()])

# A task in a task, and a task that a branch starts.
model = models[0]
for x in (torch.ones(1, 3), -torch.ones(1, 3)):
    model.zero_grad()
    torch.jit.wait(torch.jit.fork(nested, model, x)).sum().backward()
    print(used(model))
    model.zero_grad()
    y = torch.zeros(1, 2)
    if x[0, 0] < 5:
        y = torch.jit.wait(torch.jit.fork(model, x * 2))
    y.sum().backward()
    print(used(model))

# What a task is given was made of the leaf in one branch.
w = torch.ones(2, requires_grad=True)
v = torch.ones(2, requires_grad=True)


def double(x: torch.Tensor) -> torch.Tensor:
    return x * 2


for t in (torch.tensor(1.0), torch.tensor(-1.0)):
    w.grad = None
    v.grad = None
    h = w * 3 if t > 0 else v * 5
    g = h if t > 2 else w.detach() + v.detach() * 0
    future = torch.jit.fork(double, h)
    other = torch.jit.fork(double, g)
    (torch.jit.wait(future).sum() + torch.jit.wait(other).sum()).backward()
    print(w.grad, v.grad)

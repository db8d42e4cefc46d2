# Parameters that tasks take lie in one vector; tasks get parts of it.
# tolerance: 1e-5
from typing import List
import torch
import torch.nn as nn
import torch.nn.functional as F


class Towers(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.towers = nn.ModuleList([nn.Sequential(nn.Linear(4, 7), nn.Tanh(), nn.Linear(7, 3)) for _ in range(n)])
        self.head = nn.Linear(3, 2)
        self.scale = nn.Parameter(torch.ones(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        futures: List[torch.jit.Future[torch.Tensor]] = []
        for tower in self.towers:
            futures.append(torch.jit.fork(tower, x))
        results: List[torch.Tensor] = []
        for future in futures:
            results.append(torch.jit.wait(future))
        return self.head(torch.stack(results).mean(dim=0) * self.scale)


torch.manual_seed(1)
x = torch.randn(12, 4)
y = torch.sin(x[:, :2])


def train(model, optimizer, steps):
    for step in range(steps):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        print(step, loss.item())


for kind in range(4):
    model = torch.jit.script(Towers(3))
    if kind == 0:
        train(model, torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9), 5)
    elif kind == 1:
        train(model, torch.optim.Adam(model.parameters(), lr=0.02, weight_decay=0.1), 5)
    elif kind == 2:
        train(model, torch.optim.AdamW(model.parameters(), lr=0.02), 5)
    else:
        # A learning rate for the head of its own: two groups.
        head = [model.head.weight, model.head.bias]
        rest = [p for n, p in model.named_parameters() if not n.startswith("head")]
        train(model, torch.optim.SGD([{"params": head, "lr": 0.3}, {"params": rest}], lr=0.1), 5)
    print(model.head.weight, sum(p.abs().sum().item() for p in model.parameters()))


# A parameter of a task and of what runs beside it, and of two tasks.
class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(4, 4))
        self.v = nn.Parameter(torch.randn(4, 2))
        self.b = nn.Parameter(torch.zeros(4))

    def part(self, x, k: float):
        return torch.tanh(x @ self.w + self.b) * k

    def forward(self, x):
        first = torch.jit.fork(self.part, x, 0.5)
        second = torch.jit.fork(self.part, x * 2, 0.25)
        own = torch.sigmoid(x @ self.w) - self.b
        return (torch.jit.wait(first) + torch.jit.wait(second) + own) @ self.v


model = Shared()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, nesterov=True)
kept = []
for step in range(6):
    optimizer.zero_grad()
    before = model.b.detach().clone()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    # What is read of the old values, printed and kept.
    print(step, loss.item(), (model.b - before).abs().max().item(), model.v[0])
    if step % 2 == 0:
        kept.append(model.w.detach().clone())
print([k.sum().item() for k in kept], model.w)
print({k: v.sum().item() for k, v in model.state_dict().items()})


# A task on one path only, a step on one path only, and clipped gradients.
def hidden(w, b, x):
    return torch.relu(x @ w + b)


w = torch.randn(4, 5, requires_grad=True)
b = torch.zeros(5, requires_grad=True)
u = torch.randn(5, 2, requires_grad=True)
optimizer = torch.optim.Adam([w, b, u], lr=0.05)
for step in range(8):
    if step % 3 == 1:
        h = torch.jit.wait(torch.jit.fork(hidden, w, b, x))
    else:
        h = torch.tanh(x @ w + b)
    loss = F.mse_loss(h @ u, y)
    loss.backward()
    if loss.item() < 1.4 or step % 2 == 1:
        norm = torch.nn.utils.clip_grad_norm_([w, b, u], 0.5)
        optimizer.step()
        optimizer.zero_grad()
        print(step, loss.item(), norm.item())
print(w.sum().item(), b, u)


# A future that is awaited behind the step has the old values.
def total(w):
    return (w * w).sum()


late = torch.zeros(3, requires_grad=True)
other = torch.ones(2, 2, requires_grad=True)
optimizer = torch.optim.SGD([late, other], lr=0.5)
for step in range(3):
    optimizer.zero_grad()
    future = torch.jit.fork(total, late)
    (late.sum() * other.sum()).backward()
    optimizer.step()
    print(step, torch.jit.wait(future).item(), late.sum().item())


# Parameters in a list that a task takes, and a copy as the result of one.
def of_list(ws: List[torch.Tensor], x):
    for w in ws:
        x = torch.tanh(x @ w)
    return x


def copied(w):
    return w.detach().clone()


ws = [torch.randn(4, 4, requires_grad=True) for _ in range(3)]
optimizer = torch.optim.Adam(ws, lr=0.01)
history = []
for step in range(4):
    optimizer.zero_grad()
    future = torch.jit.fork(of_list, ws, x)
    loss = torch.jit.wait(future).square().mean()
    loss.backward()
    history.append(torch.jit.wait(torch.jit.fork(copied, ws[1])))
    optimizer.step()
    print(step, loss.item())
print([h.sum().item() for h in history])

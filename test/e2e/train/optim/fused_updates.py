# Optimizers whose updates become one loop: several groups, loops in loops,
# parameters read between and behind the updates, state that starts in the loop.
from typing import Dict, List, Optional

import torch
import torch.nn as nn
from torch import Tensor


def network(seed: int) -> nn.Module:
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(6, 10), nn.Tanh(), nn.Linear(10, 4), nn.Tanh(), nn.Linear(4, 1))


def show(name: str, model: nn.Module):
    print(name, ["%.6f" % p.sum().item() for p in model.parameters()])


torch.manual_seed(0)
x = torch.randn(12, 6)
y = torch.sin(x.sum(dim=1, keepdim=True))

# Epochs and batches; a schedule changes the rate.
model = network(1)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.05, weight_decay=0.1)
schedule = torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.8)
for epoch in range(4):
    total = 0.0
    for batch in range(3):
        rows = x[4 * batch:4 * batch + 4]
        loss = nn.functional.mse_loss(model(rows), y[4 * batch:4 * batch + 4])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    schedule.step()
    print("epoch %d %.6f" % (epoch, total))
show("adamw", model)

# Groups of parameters with options of their own, and a frozen layer.
model = network(2)
for p in model[2].parameters():
    p.requires_grad_(False)
optimizer = torch.optim.SGD([
    {"params": model[0].parameters(), "lr": 0.1},
    {"params": model[4].parameters(), "momentum": 0.5, "nesterov": True}], lr=0.02, momentum=0.9)
for step in range(5):
    optimizer.zero_grad()
    loss = nn.functional.smooth_l1_loss(model(x), y)
    loss.backward()
    before = model[0].weight.detach().clone()
    optimizer.step()
    moved = (model[0].weight - before).abs().max().item()
    print("step %d %.6f moved %.6f" % (step, loss.item(), moved))
show("sgd", model)

# Gradients that are clipped, and accumulated over two batches.
model = network(3)
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.01, momentum=0.3, centered=True)
for step in range(6):
    loss = nn.functional.mse_loss(model(x[:6]), y[:6]) / 2
    loss.backward()
    loss = nn.functional.mse_loss(model(x[6:]), y[6:]) / 2
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optimizer.step()
    optimizer.zero_grad()
    print("step %d norm %.6f" % (step, norm.item()))
show("rmsprop", model)

# Two models at once; one of them every second step only.
first, second = network(4), network(5)
one = torch.optim.Adam(first.parameters(), lr=0.01, amsgrad=True)
two = torch.optim.Adagrad(second.parameters(), lr=0.1)
for step in range(6):
    one.zero_grad()
    two.zero_grad()
    a = first(x)
    b = second(x)
    loss = (a * b - y).square().mean()
    loss.backward()
    one.step()
    if step % 2 == 1:
        two.step()
    print("step %d %.6f" % (step, loss.item()))
show("adam", first)
show("adagrad", second)


# An optimizer of the user's, with a decay that depends on the loss.
class Lion(torch.optim.Optimizer):
    def __init__(self, params, lr: float = 1e-2, betas=(0.9, 0.99)):
        super().__init__(params, dict(lr=lr, betas=betas))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["mean"] = torch.zeros_like(p)
                mean = state["mean"]
                update = (mean * beta1 + p.grad * (1 - beta1)).sign()
                p.add_(update, alpha=-group["lr"])
                mean.mul_(beta2).add_(p.grad, alpha=1 - beta2)


model = network(6)
scale = nn.Parameter(torch.tensor(1.5))
optimizer = Lion(list(model.parameters()) + [scale])
for step in range(8):
    optimizer.zero_grad()
    loss = nn.functional.l1_loss(model(x) * scale, y)
    loss.backward()
    optimizer.step()
    if loss.item() < 0.4:
        for group in optimizer.param_groups:
            group["lr"] = 0.001
    print("step %d %.6f %.6f" % (step, loss.item(), scale.item()))
show("lion", model)

# Until the loss is small.
model = network(7)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
steps = 0
for step in range(200):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    steps += 1
    if loss.item() < 0.3:
        break
print("%d steps" % steps)
show("break", model)

# A condition of the loop that the first iteration need not pass either.
model = network(8)
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
loss = torch.tensor(1.0)
steps = 0
while loss.item() > 0.3 and steps < 200:
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    steps += 1
print("%d steps" % steps)
show("while", model)

# An update that depends on data.
model = network(9)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
taken = 0
for step in range(10):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    if model[0].weight.grad.abs().max().item() > 0.05:
        optimizer.step()
        taken += 1
print("taken %d" % taken)
show("sometimes", model)

# Tasks that train: models and optimizers of their own, each stepped in a fork.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.nn.functional as F


def make(seed):
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 1))


def train_step(model, optimizer, x, y):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


torch.manual_seed(0)
x, y = torch.randn(16, 3), torch.randn(16, 1)
models = [make(seed) for seed in range(4)]
optimizers = [torch.optim.SGD(models[0].parameters(), lr=0.1, momentum=0.9),
              torch.optim.Adam(models[1].parameters(), lr=0.02),
              torch.optim.RMSprop(models[2].parameters(), lr=0.01),
              torch.optim.Adagrad(models[3].parameters(), lr=0.1)]
schedulers = [torch.optim.lr_scheduler.ExponentialLR(o, 0.9) for o in optimizers]
for epoch in range(5):
    futures = [torch.jit.fork(train_step, m, o, x, y) for m, o in zip(models, optimizers)]
    losses = [torch.jit.wait(f) for f in futures]
    for s in schedulers:
        s.step()
    print(epoch, [loss.item() for loss in losses])
for m in models:
    print(m[0].weight.sum().item(), m[2].bias.grad.item())


# A whole training in each task.
def train(model, optimizer, steps: int):
    total = 0.0
    for i in range(steps):
        total += train_step(model, optimizer, x, y).item()
    return total


models = [make(seed) for seed in range(2)]
first = torch.jit.fork(train, models[0], torch.optim.SGD(models[0].parameters(), lr=0.05), 6)
second = torch.jit.fork(train, models[1], torch.optim.AdamW(models[1].parameters(), lr=0.05), 9)
print(torch.jit.wait(first), torch.jit.wait(second), [m[0].bias.tolist() for m in models])

# One model for all: the next task needs what this one changes.
shared = make(7)
optimizer = torch.optim.SGD(shared.parameters(), lr=0.1)
futures = [torch.jit.fork(train_step, shared, optimizer, x + i, y) for i in range(3)]
print([torch.jit.wait(f).item() for f in futures], shared[2].weight)


# The derivative taken outside, the update in tasks.
def update(parameter, buffer, rate: float):
    with torch.no_grad():
        buffer.mul_(0.5).add_(parameter.grad)
        parameter.add_(buffer, alpha=-rate)


net = make(3)
buffers = [torch.zeros_like(p) for p in net.parameters()]
for epoch in range(3):
    net.zero_grad()
    loss = F.mse_loss(net(x), y)
    loss.backward()
    futures = [torch.jit.fork(update, p, b, 0.1) for p, b in zip(net.parameters(), buffers)]
    for f in futures:
        torch.jit.wait(f)
    print(epoch, loss.item())
print(net[0].weight, buffers[1])

# Statistics of layers that a task runs, and numbers that it counts.
class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return self.norm(x)


a, b = Counter(), Counter()
for i in range(3):
    f, g = torch.jit.fork(a, x * i), torch.jit.fork(b, x + i)
    out = torch.jit.wait(f).sum() + (torch.jit.wait(g) ** 2).sum()
    out.backward()
    print(a.calls, b.norm.running_mean, a.norm.running_var, b.norm.weight.grad)

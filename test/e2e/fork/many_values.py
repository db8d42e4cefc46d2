# Tasks that train models of many parameters: what they take and give is more
# than has a bit of its own.
import torch
import torch.nn as nn

torch.manual_seed(0)


def make():
    return nn.Sequential(*[nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4), nn.Tanh()) for _ in range(6)], nn.Linear(4, 1))


def train(model, opt, x, y):
    total = torch.zeros(())
    for step in range(3):
        opt.zero_grad()
        loss = (model(x) - y).square().mean()
        loss.backward()
        opt.step()
        total = total + loss.detach()
    return total


models = [make(), make()]
opts = [torch.optim.Adam(m.parameters(), lr=0.01) for m in models]
x, y = torch.randn(8, 4), torch.randn(8, 1)
futures = [torch.jit.fork(train, m, o, x, y) for m, o in zip(models, opts)]
print([f"{torch.jit.wait(f).item():.5f}" for f in futures])
futures = [torch.jit.fork(train, m, o, x, y) for m, o in zip(models, opts)]
print([f"{torch.jit.wait(f).item():.5f}" for f in futures])
print([f"{sum(p.abs().sum().item() for p in m.parameters()):.4f}" for m in models])

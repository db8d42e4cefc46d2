# Batches of which the last is smaller, whose sizes a loop hands on.
import torch
import torch.nn as nn

torch.manual_seed(53)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
scale = nn.Parameter(torch.zeros(2) - 0.5)
opt = torch.optim.Adam(list(net.parameters()) + [scale], lr=3e-3)
inputs = torch.randn(32, 3)


def log_prob(mu, std, a):
    return (-((a - mu) ** 2) / (2 * std ** 2) - std.log()).sum(-1)


for it in range(3):
    with torch.no_grad():
        mu, std = net(inputs), scale.exp()
        actions = mu + std * torch.randn_like(mu)
        old = log_prob(mu, std, actions)
        gain = -(actions - inputs[:, :2]).pow(2).sum(-1)
    for epoch in range(2):
        order = torch.randperm(32)
        for start in range(0, 32, 12):
            mb = order[start:start + 12]
            mu, std = net(inputs[mb]), scale.exp()
            ratio = (log_prob(mu, std, actions[mb]) - old[mb]).exp()
            first = ratio * gain[mb]
            second = torch.clamp(ratio, 0.8, 1.2) * gain[mb]
            loss = -torch.min(first, second).mean() - 0.01 * std.log().sum()
            opt.zero_grad()
            loss.backward()
            opt.step()
    print(f"{it} {gain.mean().item():.5f} {loss.item():.5f} {ratio.size(0)}")
x = torch.ones(12, 2)
total = 0.0
for i in range(3):
    total += (x * 2).sum().item()
    x = torch.ones(12, 2)[: 12 - 5 * i] + i
    total += x.size(0)
print(total, x.shape)

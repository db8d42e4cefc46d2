# LBFGS of a network, whose closure asks whether there are gradients, and where the first gradient
# is already small.
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1)).double()
x = torch.randn(20, 3, dtype=torch.float64)
y = (x[:, :1] * x[:, 1:2]).sin()
optimizer = torch.optim.LBFGS(net.parameters(), lr=1, max_iter=10, line_search_fn="strong_wolfe")


def closure():
    if torch.is_grad_enabled():
        optimizer.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    if loss.requires_grad:
        loss.backward()
    return loss


for step in range(4):
    print(f"{optimizer.step(closure).item():.5f}")
print(f"{closure().item():.5f}", optimizer.state[net[0].weight]["d"].shape)

still = nn.Parameter(torch.zeros(2))
optimizer = torch.optim.LBFGS([still])


def flat():
    optimizer.zero_grad()
    loss = (still ** 2).sum()
    loss.backward()
    return loss


print(optimizer.step(flat).item(), optimizer.state[still]["func_evals"])
print(optimizer)

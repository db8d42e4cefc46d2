# Values of parameters and of optimizers' state that some iterations keep.
import copy

import torch
import torch.nn as nn

a = nn.Parameter(torch.ones(3))
b = nn.Parameter(torch.ones(2))
c = nn.Parameter(torch.full((2, 2), 2.0))
opt = torch.optim.AdamW([a, b, c], lr=0.1)
third = torch.zeros(2)
best, best_b, best_c, best_m = 100.0, b.detach().clone(), copy.deepcopy(c.data), torch.zeros(2)
for epoch in range(6):
    opt.zero_grad()
    ((a * a).sum() + (b * b).sum() + c.prod()).backward()
    opt.step()
    if epoch == 2:
        third = b.detach().clone()
    off = abs(b.sum().item() - 1.6)
    if off < best:
        best = off
        best_b = b.detach().clone()
        best_c = copy.deepcopy(c.data)
        best_m = opt.state[b]["exp_avg"].clone()
print(third, best, best_b, best_c, best_m)
print(b)

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.Adam(net.parameters(), lr=0.05)
x = torch.randn(8, 3)
y = x.sum(1, keepdim=True)
lowest, weights, last = 1e9, net[2].weight.data.clone(), net[0].bias.detach().clone()
for epoch in range(12):
    loss = nn.functional.mse_loss(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 3 == 1:
        last = net[0].bias.detach().clone() if loss.item() < 3 else last * 0.5
        if loss.item() < lowest:
            lowest, weights = loss.item(), net[2].weight.data.clone()
print("%.5f" % lowest, weights, last)

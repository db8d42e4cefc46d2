# Two networks against each other, with a penalty on a gradient.
import torch, torch.nn as nn
torch.manual_seed(0)
d = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
g = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 2))
od = torch.optim.RMSprop(d.parameters(), lr=1e-3)
og = torch.optim.Adam(g.parameters(), lr=1e-3)
for step in range(4):
    real = torch.randn(8, 2) + 1
    fake = g(torch.randn(8, 3))
    eps = torch.rand(8, 1)
    mid = (eps * real + (1 - eps) * fake.detach()).requires_grad_()
    grad = torch.autograd.grad(d(mid).sum(), mid, create_graph=True)[0]
    penalty = ((grad.norm(2, dim=1) - 1) ** 2).mean()
    ld = d(fake.detach()).mean() - d(real).mean() + 10 * penalty
    od.zero_grad(); ld.backward(); od.step()
    lg = -d(fake).mean()
    og.zero_grad(); lg.backward(); og.step()
    print(step, "%.5f %.5f %.5f" % (ld.item(), lg.item(), penalty.item()))

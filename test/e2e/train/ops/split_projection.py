# One product whose columns are three tensors: loops over rows on both sides of it.
import torch
import torch.nn as nn

torch.manual_seed(0)
project = nn.Linear(32, 3 * 128)
x = nn.Parameter(torch.randn(256, 32))
optimizer = torch.optim.SGD(project.parameters(), lr=1e-3)
for step in range(4):
    optimizer.zero_grad()
    x.grad = None
    q, k, v = project(x * 2).split(128, dim=1)
    loss = (q * k - v).square().mean()
    loss.backward()
    optimizer.step()
    print("%.4f %.4f" % (loss.item(), x.grad.abs().sum().item()))

import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(4, 4).to("cuda:1")
print(x.triu().cpu(), torch.tril(x, -1).cpu())
values, places = x.cummax(0)
print(values.cpu(), places.cpu())
print((torch.arange(3, device="cuda:1") + torch.ones(3, device="cuda:1")).cpu())
a, b = nn.Linear(4, 4).to("cuda:0"), nn.Linear(4, 4).to("cuda:1")
y = b(a(x.to("cuda:0")).to("cuda:1"))
y.square().sum().backward()
# The norms come together on the first device.
norm = nn.utils.clip_grad_norm_([*a.parameters(), *b.parameters()], 1.0)
print(norm.cpu())
print(a.weight.grad.cpu())
print(b.weight.grad.cpu())

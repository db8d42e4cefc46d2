# Adafactor, whose state of a matrix is two vectors, and Muon.
import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(16, 6)
y = torch.randn(16, 3)


def run(make, **options):
    torch.manual_seed(1)
    net = nn.Sequential(nn.Linear(6, 10, bias=False), nn.Tanh(), nn.Linear(10, 3, bias=False))
    optimizer = make(net.parameters(), **options)
    for i in range(20):
        optimizer.zero_grad()
        loss = (net(x) - y).pow(2).mean()
        loss.backward()
        optimizer.step()
    return loss, net, optimizer


for options in (dict(), dict(lr=0.1, weight_decay=0.1, eps=(1e-5, 1e-2)), dict(d=1.5, maximize=True)):
    loss, net, optimizer = run(torch.optim.Adafactor, **options)
    state = optimizer.state[net[0].weight]
    print(f"{loss.item():.4f}", sorted(state), state["row_var"].shape, state["col_var"].shape)
print(optimizer)
p = nn.Parameter(torch.ones(3))
optimizer = torch.optim.Adafactor([p])
p.grad = torch.tensor([1.0, -2.0, 3.0])
optimizer.step()
print(p.detach(), sorted(optimizer.state[p]))
for options in (dict(lr=0.05), dict(lr=0.01, nesterov=False, adjust_lr_fn="match_rms_adamw"),
                dict(lr=0.02, weight_decay=0.0, ns_steps=3)):
    loss, net, optimizer = run(torch.optim.Muon, **options)
    print(f"{loss.item():.3f}", optimizer.state[net[0].weight]["momentum_buffer"].shape)
print(optimizer)
try:
    torch.optim.Muon([p])
except ValueError as e:
    print(e)
try:
    torch.optim.SparseAdam([p], lr=-1.0)
except ValueError as e:
    print(e)

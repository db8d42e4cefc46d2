# Gradients clipped by norm and by value.
# tolerance: 1e-6
import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_

torch.manual_seed(2)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
unused = nn.Parameter(torch.ones(2))
x = torch.randn(5, 3)
for kind in (2.0, 1.0, 3.0, float("inf")):
    for most in (0.5, 100.0):
        net.zero_grad()
        net(x).square().sum().backward()
        total = clip_grad_norm_(list(net.parameters()) + [unused], most, norm_type=kind)
        print(kind, most, total, [p.grad.abs().sum().item() for p in net.parameters()])
net.zero_grad()
net(x).square().sum().backward()
clip_grad_value_(net.parameters(), 0.25)
print(net[0].weight.grad, net[2].bias.grad)
print(nn.utils.get_total_norm([p.grad for p in net.parameters()]))
one = nn.Parameter(torch.tensor([3.0, -4.0]))
one.grad = torch.tensor([3.0, -4.0])
print(clip_grad_norm_(one, 2.0, foreach=True), one.grad, clip_grad_norm_(unused, 1.0))
nn.utils.clip_grads_with_norm_([one], 0.5, torch.tensor(2.0))
clip_grad_value_(one, clip_value=0.1, foreach=False)
print(one.grad, nn.utils.get_total_norm([one.grad, torch.ones(2, 2)], norm_type=1.0))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(3):
    opt.zero_grad()
    loss = net(x).square().mean()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(net.parameters(), max_norm=0.1)
    opt.step()
    print(step, loss.item(), norm.item())
net[2].bias.grad = torch.tensor([float("nan"), 0.0])
clip_grad_norm_(net.parameters(), 1.0, error_if_nonfinite=True)

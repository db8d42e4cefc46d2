# A parameter that is frozen on the way, so that momentum has no state on some
# paths, and an average of the parameters behind it: the loops of one update are
# made of what a branch gives to the other.
import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Linear(3, 2)
ema = [p.detach().clone() for p in net.parameters()]
opt = torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.9)
x = torch.randn(5, 3)
for step in range(4):
    if step == 2:
        net.weight.requires_grad_(False)
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward()
    opt.step()
    for e, p in zip(ema, net.parameters()):
        e.mul_(0.9).add_(p.data, alpha=0.1)
    print(f"{loss.item():.5f}")
print(ema[0], ema[1])

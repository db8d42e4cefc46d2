# A variable of a loop that nobody reads behind it is no other name of a
# parameter, also where a function has a variable of that name.
import torch
import torch.nn as nn


class Scaled(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size, size) * 0.3)
        self.register_buffer("u", torch.ones(size))

    def forward(self, x):
        if self.training:
            with torch.no_grad():
                v = self.weight.t() @ self.u
                self.u = self.weight @ v
        v = self.weight.t().detach() @ self.u
        return x @ self.weight / v.norm()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), Scaled(4), nn.Linear(4, 2))
ema = {k: v.clone() for k, v in net.state_dict().items()}
shadow = [p.detach().clone() for p in net.parameters()]
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
x = torch.randn(10, 3)
pick = lambda v: v.sum()
for step in range(4):
    if step == 2:
        for p in net[0].parameters():
            p.requires_grad_(False)
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward()
    opt.step()
    for e, p in zip(shadow, net.parameters()):
        e.mul_(0.9).add_(p.data, alpha=0.1)
    with torch.no_grad():
        for k, v in net.state_dict().items():
            if k.endswith("bias"):
                ema[k].lerp_(v, 0.5)
            else:
                ema[k] = v.clone()
    print(f"{loss.item():.5f}")
print(shadow[1], ema["0.bias"], pick(ema["2.weight"]))

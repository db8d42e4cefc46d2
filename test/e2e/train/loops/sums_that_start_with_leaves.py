# Sums that grow by broadcasting in a loop, and start with a parameter: their
# first value has another rank than the others.
import torch
import torch.nn as nn

b, w = nn.Parameter(torch.zeros(2)), nn.Parameter(torch.ones(2))
x = torch.ones(3, 2)
out = b
for j in range(2):
    out = out + x * w
out.sum().backward()
print(b.grad, w.grad)


class Shifts(nn.Module):
    def __init__(self, taps):
        super().__init__()
        self.taps = taps
        self.weight = nn.Parameter(torch.ones(taps, 2, 2) * 0.5)
        self.bias = nn.Parameter(torch.empty(2))
        nn.init.constant_(self.bias, 0.1)

    def forward(self, x):
        out = self.bias
        for j in range(self.taps):
            out = out + x[:, j:j + 2] @ self.weight[j]
        return out


net = Shifts(3)
opt = torch.optim.SGD(net.parameters(), lr=0.01)
data = torch.arange(20.0).reshape(4, 5) / 10
for step in range(3):
    opt.zero_grad()
    loss = net(data).pow(2).mean()
    loss.backward()
    opt.step()
    print(f"{loss.item():.5f}", net.bias.grad)

s = nn.Parameter(torch.tensor(2.0))
total = s
for j in range(int(x.sum().item()) - 3):
    total = total + x * j
total.sum().backward()
print(s.grad)

# A parameter that is updated, then chosen.
p, q = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2) * 2)
with torch.no_grad():
    p.mul_(3.0)
    q.mul_(0.5)
for step in range(3):
    r = p if x.sum() > step + 4 else q
    (r * r).sum().backward()
print(p.grad, q.grad)

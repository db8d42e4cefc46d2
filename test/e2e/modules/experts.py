# Modules, functions and entries of dicts that data choose.
import torch
from torch import nn

class Expert(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.up = nn.Linear(d, h)
        self.down = nn.Linear(h, d)
        self.calls = 0
    def forward(self, x):
        return self.down(torch.relu(self.up(x)))
    def size(self):
        return self.up.weight.shape[0]

class Wide(Expert):
    def forward(self, x):
        return super().forward(x) + x

class Router(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(4, 3)
        self.experts = nn.ModuleList([Expert(4, 8), Wide(4, 6), nn.Identity()])
        self.by_name = nn.ModuleDict({"relu": nn.ReLU(), "tanh": nn.Tanh()})
    def forward(self, x):
        p = torch.softmax(self.gate(x), -1)
        out = []
        for row in range(x.shape[0]):
            k = p[row].argmax().item()
            y = self.experts[k](x[row:row + 1])
            out.append(y * p[row, k])
        name = "relu" if x.sum() > 0 else "tanh"
        return self.by_name[name](torch.cat(out))

torch.manual_seed(0)
m = Router()
opt = torch.optim.SGD(m.parameters(), lr=0.1)
x = torch.randn(5, 4)
t = torch.randn(5, 4)
for step in range(5):
    opt.zero_grad()
    loss = ((m(x) - t) ** 2).mean()
    loss.backward()
    opt.step()
    print("%.5f" % loss.item())
for name, p in m.named_parameters():
    print(name, p.grad is None or round(p.grad.abs().sum().item(), 4))
i = int(torch.tensor(0))
e = m.experts[i]
print(e(x).shape, m.experts[-1 - i](x).shape)
fs = [lambda v: v + 1, lambda v: v * 3, abs]
print(fs[i](2.0), fs[i + 1](2.0))
two = [Expert(4, 3), Expert(4, 5)]
print(two[i].size(), two[i + 1].size(), two[i].up(x).shape[0], two[i + 1].up.weight.shape)
total = 0.0
for n in torch.tensor([0, 1, 1]).tolist():
    total += fs[n](float(n))
print(total)
ops = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b}
for key in ["add", "mul", "add"]:
    print(ops[key](3, 4))
words = "mul add".split()
w = words[i]
print(ops[w](3, 4))
print(isinstance(two[i], Expert), callable(fs[i]))


class Steps(nn.Module):
    """Adaptive depth: which block comes next, and how often, is data."""

    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(4, 4), nn.Sequential(nn.Linear(4, 2), nn.Tanh(), nn.Linear(2, 4))])
        self.norms = nn.ModuleList([nn.BatchNorm1d(4), nn.BatchNorm1d(4)])

    def forward(self, x, count):
        for _ in range(count):
            k = int(x[0, 0] > 0)
            x = self.norms[k](self.blocks[k](x))
        return x


steps = Steps()
x = torch.randn(3, 4)
count = int(torch.tensor(3))
for epoch in range(3):
    steps.zero_grad()
    loss = (steps(x, count) - 1).square().mean()
    loss.backward()
    with torch.no_grad():
        for p in steps.parameters():
            if p.grad is not None:
                p -= 0.05 * p.grad
    print("%.4f" % loss.item())
print(steps.norms[0].num_batches_tracked, steps.norms[1].num_batches_tracked)
print([p.grad is None for p in steps.parameters()])
index = int(torch.tensor(-3))
print("last", two[-1].size(), fs[index](5.0))
print(fs[index - 1](5.0))

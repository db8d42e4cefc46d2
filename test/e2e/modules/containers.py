# Sequential, ModuleList, ModuleDict, ParameterList: construction, indexing,
# iteration, calls in TorchScript.
import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, width)

    def forward(self, x):
        return x + torch.tanh(self.fc(x))


class Net(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.blocks = nn.ModuleList([Block(width) for _ in range(depth)])
        self.heads = nn.ModuleDict({"mean": nn.Linear(width, 1), "all": nn.Linear(width, 2)})
        self.gains = nn.ParameterList([nn.Parameter(torch.full((width,), 1.0 + i)) for i in range(2)])
        self.tail = nn.Sequential()
        self.tail.add_module("act", nn.Sigmoid())

    def forward(self, x):
        for i, block in enumerate(self.blocks):
            x = block(x) * (i + 1)
        x = self.blocks[0](x) + self.blocks[-1](x)
        for gain in self.gains:
            x = x * gain
        out = []
        for name, head in self.heads.items():
            out.append(head(x))
        return self.tail(torch.cat(out, 1)), self.heads["mean"](x)


torch.manual_seed(2)
net = Net(4, 3)
x = torch.randn(2, 4) * 0.1
with torch.no_grad():
    a, b = net(x)
    print(a, b)
    c, d = torch.jit.script(net)(x)
    print(torch.equal(a, c), torch.equal(b, d))
print(net)
print(len(net.blocks), len(net.heads), "all" in net.heads, list(net.heads.keys()), len(net.gains))
print([name for name, _ in net.named_modules()])
print([name for name, _ in net.named_parameters()][:3], len(list(net.parameters())), [n for n, _ in net.named_children()])
seq = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
print(seq[0], seq[-1], seq[1:], len(seq), [type(m).__name__ for m in seq])
seq.append(nn.Sigmoid())
seq[1] = nn.Tanh()
print(seq)
more = nn.ModuleList([nn.ReLU()])
more.append(nn.Linear(1, 1))
more.extend([nn.ReLU(), nn.ReLU()])
print(more, more[1], nn.Sequential(seq, more[0]))
from collections import OrderedDict
named = nn.Sequential(OrderedDict([("first", nn.Linear(1, 2)), ("second", nn.ReLU())]))
print(named, named.first.weight.shape)

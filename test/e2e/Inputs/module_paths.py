import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.lin = nn.Linear(n, n)
        self.act = nn.Tanh()

    def forward(self, x):
        return self.act(self.lin(x))


class Branch(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.cell_f = Cell(n)
        self.cell_b = Cell(n)

    def forward(self, x):
        f = torch.jit.fork(self.cell_f, x)
        return torch.jit.wait(f) + self.cell_b(x)


class Deep(nn.Module):
    def __init__(self, depth: int):
        super().__init__()
        self.w = nn.Linear(128, 128)
        self.inner = Deep(depth - 1) if depth > 0 else None

    def forward(self, x):
        x = self.w(x)
        return x if self.inner is None else self.inner(x)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.models = nn.ModuleList([Branch(128) for _ in range(3)])
        self.layers = nn.Sequential(nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 128))
        self.same = self.layers
        self.deep = Deep(1)

    def forward(self, x):
        futures = [torch.jit.fork(m, x) for m in self.models]
        y = x
        for f in futures:
            y = y + torch.jit.wait(f)
        return self.deep(self.same(self.layers(y)))


def double(x):
    return torch.sin(x * 2)


def apply(m, x):
    return m(x)


torch.manual_seed(0)
net = Net()
loss_fn = nn.MSELoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
x = torch.randn(64, 128)
for step in range(5):
    optimizer.zero_grad()
    f = torch.jit.fork(double, x)
    g = torch.jit.fork(apply, net.deep, x)
    loss = loss_fn(net(x), torch.jit.wait(f)) + torch.jit.wait(g).mean()
    loss.backward()
    optimizer.step()
print("%.6f" % loss.item())

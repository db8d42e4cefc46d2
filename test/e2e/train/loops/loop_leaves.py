# Leaves that only a loop uses: without gradient where it does not run.
# tolerance: 1e-6
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 1)
        self.c = nn.Linear(4, 4)

    def forward(self, x, n: int):
        i = 0
        while i < n:
            x = torch.relu(self.a(x))
            if i > 5:
                break
            i += 1
        while bool(x.abs().sum() > 20.0):
            x = self.c(x) * 0.5
        return self.b(x)


torch.manual_seed(0)
net = Net()
opt = torch.optim.Adam(net.parameters(), lr=0.1, weight_decay=0.1)
for step in range(8):
    x = torch.randn(16, 4)
    n = int(torch.randint(0, 2, (1,)).item())
    opt.zero_grad()
    loss = (net(x, n) ** 2).mean()
    loss.backward()
    print(step, n, "%.5f" % loss.item(), net.a.weight.grad is None, net.c.weight.grad is None, net.b.weight.grad is None)
    opt.step()
print(net.a.weight.sum(), net.c.weight.sum())

# A loop that counts; the weight is also read behind it in one of two arms.
opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=0.1)
for step in range(6):
    opt.zero_grad()
    x = torch.ones(2, 4)
    for k in range(step % 3):
        x = net.a(x)
    if step > 3:
        x = net.a(x)
    net.b(x).sum().backward()
    print(net.a.weight.grad is None, net.a.bias.grad)
    opt.step()
print(net.a.weight.sum())

# A loop in a loop, and values that change places.
w = torch.ones(3, requires_grad=True)
v = torch.full((3,), 2.0, requires_grad=True)
for n in range(3):
    x, y = w, v
    for i in range(n):
        x, y = y, x
        for k in range(n - 1):
            y = y * v
    w.grad = v.grad = None
    x.sum().backward()
    print(n, w.grad, v.grad)

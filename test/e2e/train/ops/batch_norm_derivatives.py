# Derivatives of batch norm: of any of its inputs, second ones, behind a residual, in a loop.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(6, 3, 20, 20) * 2 + torch.tensor([0.0, 5.0, -40.0]).reshape(1, 3, 1, 1)
weight = torch.tensor([0.5, -1.0, 2.0])
bias = torch.tensor([0.1, 0.2, 0.3])
seed = torch.randn(6, 3, 20, 20)


def gradients(x, weight, bias):
    y = F.batch_norm(x, None, None, weight, bias, True, 0.1, 1e-3)
    loss = (y * seed).sin().sum()
    given = [v for v in (x, weight, bias) if v is not None and v.requires_grad]
    for g in torch.autograd.grad(loss, given):
        print(tuple(g.shape), g.double().sum().item() < 1e-2, g.reshape(-1)[:4])


def leaf(v, graded):
    return v.clone().requires_grad_(graded)


gradients(leaf(x, True), leaf(weight, True), leaf(bias, True))
gradients(leaf(x, False), leaf(weight, True), leaf(bias, False))
gradients(leaf(x, False), leaf(weight, False), leaf(bias, True))
gradients(leaf(x, True), None, None)
gradients(leaf(x.double(), True), leaf(weight.double(), True), leaf(bias.double(), True))

a, w = leaf(x, True), leaf(weight, True)
y = F.batch_norm(a, None, None, w, bias, True)
first = torch.autograd.grad((y * seed).tanh().sum(), (a, w), create_graph=True)
second = torch.autograd.grad((first[0] * seed).sum() + first[1].square().sum(), (a, w))
print(second[0].reshape(-1)[:4], second[1])


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv1 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(width)

    def forward(self, x):
        y = F.relu(self.norm1(self.conv1(x)))
        return F.relu(self.norm2(self.conv2(y)) + x)


net = nn.Sequential(nn.Conv2d(3, 8, 3), Block(8), Block(8))
optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
for step in range(4):
    optimizer.zero_grad()
    loss = net(x).mean((2, 3)).square().mean()
    loss.backward()
    optimizer.step()
    print("%.4f" % loss.item())
print(net[1].norm2.running_var[:3], net[1].norm1.weight.grad[:3])
with torch.no_grad():
    print(net(x).mean())

import torch
from torch import nn
class Branch(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(256, 256)
        self.b = nn.Linear(256, 256)
    def forward(self, x):
        return self.b(torch.relu(self.a(x)))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.models = nn.ModuleList([Branch() for _ in range(2)])
        self.head = nn.Linear(256, 256)
    def forward(self, x):
        f = [torch.jit.fork(m, x) for m in self.models]
        y = x
        for t in f:
            y = y + torch.jit.wait(t)
        return self.head(y)
torch.manual_seed(0)
net = Net().to("cuda:0")
x = torch.randn(64, 256).to("cuda:0")
for i in range(3):
    loss = net(x).square().mean()
    loss.backward()
print(loss.item())

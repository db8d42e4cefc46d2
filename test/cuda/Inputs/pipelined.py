import torch
import torch.nn as nn
torch.manual_seed(0)


class Pipelined(nn.Module):
    def __init__(self, split: int):
        super().__init__()
        self.first = nn.Sequential(nn.Linear(16, 32), nn.Tanh()).to('cuda:0')
        self.second = nn.Sequential(nn.Linear(32, 8), nn.Tanh()).to('cuda:1')
        self.split = split

    def forward(self, x):
        parts = []
        for part in x.split(self.split):
            parts.append(self.second(self.first(part).to('cuda:1')))
        return torch.cat(parts)


model = Pipelined(16)
x = torch.randn(16, 16).to('cuda:0')
with torch.no_grad():
    y = model(x)
print("%.4f" % y.sum().item())

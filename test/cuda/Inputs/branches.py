"""Two networks on two GPUs, one of them in a fork; their products come together
on the second one, and gradients flow back to both."""
import torch
import torch.nn as nn


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = nn.Sequential(nn.Linear(6, 24), nn.Tanh(),
                                  nn.Linear(24, 4)).to("cuda:0")
        self.deep = nn.Sequential(nn.Linear(6, 8), nn.ReLU(),
                                  nn.Linear(8, 4)).to("cuda:1")
        self.out = nn.Linear(4, 3).to("cuda:1")

    def forward(self, x):
        wide = torch.jit.fork(self.wide, x.to("cuda:0"))
        deep = self.deep(x.to("cuda:1"))
        return self.out(deep * torch.jit.wait(wide).to("cuda:1"))


torch.manual_seed(1)
model = Branches()
y = model(torch.randn(3, 6))
y.square().sum().backward()
print([p.grad.abs().sum().item() for p in model.parameters()])

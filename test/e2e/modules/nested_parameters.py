# Lists of lists of parameters.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = nn.ParameterList([])
        for i in range(2):
            self.scales.append(nn.ParameterList([nn.Parameter(torch.ones(2) * i), torch.zeros(1)]))

    def forward(self, x):
        for a, b in self.scales:
            x = x * a + b
        return x


net = Net()
print([name for name, p in net.named_parameters()], len(net.scales), len(net.scales[1]))
print(net(torch.ones(2)))

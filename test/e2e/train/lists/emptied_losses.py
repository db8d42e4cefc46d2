# Truncated backpropagation: the list of losses is emptied, and the states are
# detached, every few steps.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])

    def forward(self, x, states):
        new = []
        for c, s in zip(self.cells, states):
            x = torch.tanh(c(x + s))
            new.append(x)
        return x, new


torch.manual_seed(3)
net = Net()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(2):
    states = [torch.zeros(2), torch.zeros(2)]
    losses = []
    for t in range(1, 9):
        y, states = net(torch.randn(2), states)
        losses.append(y.sum())
        if t % 4 == 0:
            loss = torch.stack(losses).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses = []
            states = [s.detach() for s in states]
            print(t, loss.item())

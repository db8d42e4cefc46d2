# expect: COMPILE ERROR 15 list
# Each iteration makes another list of states, beside one that losses are kept in.
# The flags of what these are made of depend on each other.
import torch
from torch import nn
cell = nn.Linear(2, 2)
opt = torch.optim.SGD(cell.parameters(), lr=0.02)
for epoch in range(2):
    losses = []
    states = [torch.zeros(2), torch.zeros(2)]
    x = torch.ones(2)
    for chunk in range(3):
        for t in range(4):
            new = []
            for s in states:
                x = torch.tanh(cell(x + s))
                new.append(x)
            states = new
            losses.append(x.sum())
            if torch.rand(1).item() < 0.5:
                x = torch.ones(2)
        loss = torch.stack(losses).mean()
        loss.backward()
        losses = []
        states = [s.detach() for s in states]
        x = x.detach()

# Derivatives of the weights that each step of a recurrent layer multiplies by.
# tolerance: 1e-5
import torch
import torch.nn as nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.input = nn.Linear(5, 12)
        self.state = nn.Linear(12, 12)

    def forward(self, x):
        h = torch.zeros(x.size(1), 12)
        for t in range(7):
            h = torch.tanh(self.input(x[t]) + self.state(h))
        return h


torch.manual_seed(0)
for batch in (1, 3, 16):
    x = torch.randn(7, batch, 5)
    for layer in (nn.LSTM(5, 12), nn.GRU(5, 12), nn.RNN(5, 12)):
        y, _ = layer(x)
        y.square().sum().backward()
        for p in layer.parameters():
            print("%.4f %.4f" % (p.grad.sum().item(), p.grad.square().sum().item()))
    cell = Cell()
    for _ in range(2):  # sums go on from those that are there
        cell(x).square().sum().backward()
    for p in cell.parameters():
        print("%.4f %.4f" % (p.grad.sum().item(), p.grad.square().sum().item()))

# Training an LSTMCell in a loop of 200 steps; what its backward pass keeps.
import torch
import torch.nn as nn
torch.manual_seed(0)
cell = nn.LSTMCell(128, 256)
x = torch.randn(200, 64, 128)
opt = torch.optim.SGD(cell.parameters(), lr=0.1)
n = int(torch.tensor(200))
for step in range(3):
    opt.zero_grad()
    h = torch.zeros(64, 256)
    c = torch.zeros(64, 256)
    for t in range(n):
        h, c = cell(x[t], (h, c))
    loss = (h - 1).square().mean() + c.square().mean()
    loss.backward()
    opt.step()
    print("%.6f" % loss.item())

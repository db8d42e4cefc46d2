# Training an LSTM on 200 steps; what its backward pass keeps.
import torch
import torch.nn as nn
torch.manual_seed(0)
lstm = nn.LSTM(128, 256)
head = nn.Linear(256, 1)
x = torch.randn(200, 64, 128)
opt = torch.optim.SGD(list(lstm.parameters()) + list(head.parameters()), lr=0.1)
for step in range(3):
    opt.zero_grad()
    y, (h, c) = lstm(x)
    loss = (head(y) - 1).square().mean()
    loss.backward()
    opt.step()
    print("%.6f" % loss.item())

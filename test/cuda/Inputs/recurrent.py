import torch
import torch.nn as nn
torch.manual_seed(0)
net = nn.LSTM(4, 8, num_layers=2, batch_first=True).to('cuda:0')
x = torch.randn(2, 5, 4).to('cuda:0')
y, (h, c) = net(x)
y.sum().backward()
print(y[0, -1].cpu(), h.sum().item(), net.weight_ih_l0.grad.abs().sum().item())

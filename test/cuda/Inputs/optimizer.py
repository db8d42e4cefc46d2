import torch
import torch.nn as nn
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.LayerNorm(16), nn.Linear(16, 16), nn.GELU(), nn.Linear(16, 1)).to('cuda:0')
opt = torch.optim.Adam(net.parameters(), lr=0.01)
x = torch.randn(32, 8).to('cuda:0')
y = x.sum(1, keepdim=True).sin()
for i in range(20):
    opt.zero_grad()
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    opt.step()
    if i % 5 == 0:
        print("%.4f" % loss.item())

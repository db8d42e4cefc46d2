import torch
import torch.nn as nn
torch.manual_seed(0)
net = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0.0).to('cuda:0')
opt = torch.optim.AdamW(net.parameters(), lr=1e-2)
x = torch.randn(2, 6, 8).to('cuda:0')
for i in range(3):
    opt.zero_grad()
    loss = (net(x) - x).pow(2).mean()
    loss.backward()
    opt.step()
    print("%.5f" % loss.item())

import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
d = 'cuda:0'
embed = nn.Embedding(20, 8).to(d)
out = nn.Linear(8, 20).to(d)
opt = torch.optim.SGD(list(embed.parameters()) + list(out.parameters()), lr=0.1)
x = torch.arange(12).reshape(3, 4).to(d)
y = torch.arange(12).to(d)
for i in range(4):
    opt.zero_grad()
    loss = F.cross_entropy(out(embed(x)).reshape(12, 20), y)
    loss.backward()
    opt.step()

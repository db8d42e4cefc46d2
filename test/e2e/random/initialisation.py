# First values of layers and the functions of torch.nn.init.
import math

import torch
import torch.nn as nn

torch.manual_seed(0)
for m in (nn.Linear(3, 2), nn.Bilinear(2, 2, 2), nn.Embedding(4, 3), nn.LSTM(2, 2, num_layers=2), nn.GRUCell(2, 2), nn.LayerNorm(2), nn.PReLU()):
    print(type(m).__name__)
    for name, p in m.named_parameters():
        print(name, p.detach())
torch.manual_seed(1)
w = torch.empty(4, 3)
print(nn.init.uniform_(w, -1, 1), nn.init.normal_(w, 0.0, 0.1))
print(nn.init.xavier_uniform_(w), nn.init.xavier_normal_(w, gain=2.0))
print(nn.init.kaiming_uniform_(w, a=math.sqrt(5)), nn.init.kaiming_normal_(w, mode="fan_out", nonlinearity="relu"))
print(nn.init.constant_(w, 0.5)[0], nn.init.ones_(w)[0], nn.init.zeros_(w)[0], nn.init.eye_(w)[1], nn.init.calculate_gain("tanh"))
print(nn.init.trunc_normal_(w, std=0.5), nn.init.trunc_normal_(w, mean=1.0, std=2.0, a=0.5, b=1.0))
print(torch.rand(2), nn.Linear(70, 30).weight.sum(), torch.randn(1))

# Dropout draws the mask of PyTorch in training and is the identity in evaluation.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(8)
x = torch.ones(4, 6)
m = nn.Dropout(0.3)
print(m(x))
print(m.eval()(x).sum(), m.eval()(x) is x, F.dropout(x, 0.5, training=False) is x, nn.Dropout(0)(x).sum(), nn.Dropout(1.0)(x).sum())
print(F.dropout(x[:2], p=0.5), F.dropout(x[0].double(), 0.75))
print(nn.Dropout2d(0.5)(torch.ones(2, 3, 2, 2))[:, :, 0, 0])
net = nn.Sequential(nn.Linear(6, 4), nn.Dropout(0.5), nn.Linear(4, 2))
with torch.no_grad():
    print(net(x), net.eval()(x)[0], torch.rand(1))
    deep = nn.LSTM(6, 2, num_layers=2, dropout=0.5)
    print(deep(x.unsqueeze(0))[0][0, 0], deep.eval()(x.unsqueeze(0))[0][0, 0])

# expect: COMPILE ERROR 6 net
import torch
x = torch.arange(4.)
if x[1] > 0:
    net = torch.nn.Linear(4, 2)
print(net(x).shape)

# One optimizer for the parameters of two devices: a task for each.
# tolerance: 1e-6
import torch
import torch.distributed.rpc as rpc
from torch import nn
from torch.distributed.optim import DistributedOptimizer
from torch.distributed.rpc import RRef

torch.manual_seed(0)
first = nn.Linear(3, 4).to("cuda:0")
second = nn.Linear(4, 1).to("cuda:1")
x = torch.randn(6, 3)
params = list(first.parameters()) + list(second.parameters())
for optimizer_class in (torch.optim.SGD, torch.optim.Adam):
    opt = DistributedOptimizer(optimizer_class, params, lr=0.05)
    for i in range(4):
        for p in params:
            p.grad = None
        h = torch.tanh(first(x.to("cuda:0")))
        loss = second(h.to("cuda:1")).square().sum()
        loss.backward()
        opt.step()
        print(i, loss.item(), second.bias.tolist())

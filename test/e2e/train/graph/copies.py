# Deep copies of modules, optimizer states, tensors and containers; iterators.
import copy
import torch
import torch.nn as nn
torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self, layer, n):
        super().__init__()
        self.layers = nn.ModuleList([copy.deepcopy(layer) for _ in range(n)])
    def forward(self, x):
        for l in self.layers:
            x = torch.tanh(l(x))
        return x.sum()
net = Net(nn.Linear(3, 3), 3)
x = torch.randn(2, 3)
net(x).backward()
for n, p in net.named_parameters():
    print(n, p.grad)
c = copy.deepcopy(net)
print(c.layers[0].weight.grad is None)
c.zero_grad()
c(x).backward()
net.layers[0].weight.data.zero_()
print(c.layers[0].weight, net.layers[0].weight.grad.sum().item())
opt = torch.optim.Adam(net.parameters())
opt.step()
s = copy.deepcopy(opt.state_dict())
print(s["state"][0]["exp_avg"])
a = torch.ones(3)
b = a[1:]
aa, bb = copy.deepcopy((a, b))
aa[2] = 5.0
print(bb, a, b)
for attempt in range(3):
    m = copy.deepcopy(net)
    o = torch.optim.SGD(m.parameters(), lr=0.1 * (attempt + 1))
    for i in range(3):
        o.zero_grad()
        l = (m(x) - 1).pow(2)
        l.backward()
        o.step()
    print(attempt, l.item())
l = [1, 2, 3]
it = iter(l)
print(next(it), next(it), next(it), next(it, None), next(it, -1))
it = iter([4, 5, 6])
print(next(it), [v for v in it])
p = next(net.parameters())
print(p.device, p.dtype, p.shape)
print(next(iter(net.layers[0].parameters())).shape)

# A module that keeps what it computed, on some paths only, and its parameters; and modules that a
# loop makes, used behind it.
import copy
import torch
import torch.nn as nn


class Keeps(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Linear(3, 2)
        self.last = None

    def forward(self, s):
        self.last = s * 2
        return self.f(s)


torch.manual_seed(0)
q = Keeps()
if q.f.bias[0] > 100:
    y = q(torch.ones(2, 3))
q.eval()
q.zero_grad()
print(q, q.last, [name for name, p in q.named_parameters()], list(q.state_dict()), list(q.buffers()))
other = copy.deepcopy(q)
other.load_state_dict(q.state_dict())
opt = torch.optim.SGD(other.parameters(), lr=0.1)
for i in range(3):
    opt.zero_grad()
    other(torch.ones(2, 3)).sum().backward()
    opt.step()
print(other.f.weight, other.last)


# Of another rank on each path.
class Grows(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Linear(3, 2)

    def forward(self, s):
        self.last = s * 2
        return self.f(s)


g = Grows()
y = g(torch.ones(3))
if y[0] > 100:
    y = g(torch.ones(2, 3))
g.train(False)
print(g.last, [p.shape for p in g.parameters()], list(g.children()))

pool = list(range(6))
for rnd in range(2):
    model = nn.Linear(2, 2)
    pick = model.weight.flatten().topk(2).indices.tolist()
    chosen = [pool[i] for i in pick]
    pool = [i for i in pool if i not in chosen]
print(model.weight, pool)


# The classic way to allocate.
class Allocates(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.Tensor(4 * n, 3))
        nn.init.constant_(self.w, 0.5)


print(Allocates(1).w, torch.Tensor([1, 2]), torch.FloatTensor(2).zero_(), torch.LongTensor(2, 2).fill_(3))

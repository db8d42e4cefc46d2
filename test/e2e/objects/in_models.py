# Classes as models have them: operators, registries, optimizers, marks on layers and parameters.
import torch
from abc import ABC, abstractmethod
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
        for i, l in enumerate(self.layers):
            l.idx = i
            l.weight.name_ = f"w{i}"
            with torch.no_grad():
                l.weight.fill_(0.1 * (i + 1)); l.bias.zero_()
    def forward(self, x):
        for l in self.layers:
            if l.idx == 1: x = torch.relu(l(x))
            else: x = l(x)
        return x
n = Net()
print(n(torch.ones(1, 2)), [p.name_ for p in n.parameters() if hasattr(p, "name_")])
opt = torch.optim.SGD(n.parameters(), lr=0.1)
for step in range(3):
    opt.zero_grad()
    loss = n(torch.ones(1, 2)).sum()
    loss.backward()
    opt.step()
    n.last = loss.item()
print(n.last, n.layers[0].weight.name_, [g for g in (p.grad.sum().item() for p in n.parameters())][:2])

class V:
    def __init__(self, x): self.x = x
    def __add__(self, o): return V(self.x + (o.x if isinstance(o, V) else o))
    __radd__ = __add__
    def __mul__(self, k): return V(self.x * k)
    def __rmul__(self, k): return self * k
    def __iadd__(self, o): self.x += 1; return self
    def __getitem__(self, i): return self.x[i]
    def __eq__(self, o): return isinstance(o, V) and self.x == o.x
    def __matmul__(self, o): return "mm"
    def __neg__(self): return V(-self.x)
    def __repr__(self): return f"V({self.x})"
    def __call__(self, *a, **k): return (a, k)
    def __contains__(self, v): return v == self.x
    def __len__(self): return 7
    def __bool__(self): return self.x > 0
print(V(1) + V(2), 3 + V(1), V(2) * 3, 3 * V(2), sum([V(1), V(2)]), V(1) @ V(2), -V(3), V(1)(2, k=3), 1 in V(1), len(V(1)), bool(V(0)), V(1) == V(1), V(1) != V(2))
v = V(1)
v += 5
print(v, "yes" if V(1) else "no", not V(0))

class Reg:
    _r = {}
    @classmethod
    def register(cls, name):
        def deco(c):
            cls._r[name] = c
            c.reg_name = name
            return c
        return deco
    @classmethod
    def build(cls, name, *a, **k): return cls._r[name](*a, **k)
@Reg.register("lin")
class L(nn.Linear): pass
@Reg.register("relu")
class R(nn.ReLU): pass
m = nn.Sequential(Reg.build("lin", 2, 3), Reg.build("relu"))
print(m, m[0].reg_name, list(Reg._r))
class Opt(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super(Opt, self).__init__(params, dict(lr=lr))
    @torch.no_grad()
    def step(self):
        for g in self.param_groups:
            for p in g["params"]:
                if p.grad is not None: p.add_(p.grad, alpha=-g["lr"])
w = nn.Parameter(torch.ones(2))
o = Opt([w])
for _ in range(3):
    o.zero_grad(); (w * w).sum().backward(); o.step()
print(w)
class Layer(ABC, nn.Module):
    @abstractmethod
    def forward(self, x): ...
class Twice(Layer):
    def __init__(self): super().__init__()
    def forward(self, x): return x * 2
print(Twice()(torch.ones(1)))

def no_wd(model):
    for n, p in model.named_parameters():
        p.no_decay = p.ndim == 1
    decay = [p for p in model.parameters() if not p.no_decay]
    none = [p for p in model.parameters() if getattr(p, "no_decay", False)]
    return torch.optim.SGD([{"params": decay, "weight_decay": 0.1}, {"params": none, "weight_decay": 0.}], lr=0.1)
m = nn.Sequential(nn.Linear(2, 2), nn.LayerNorm(2))
with torch.no_grad():
    for p in m.parameters(): p.fill_(0.5)
opt = no_wd(m)
for _ in range(2):
    opt.zero_grad()
    m(torch.ones(1, 2) * torch.tensor([1., 2.])).pow(2).sum().backward()
    opt.step()
print([p.sum().item() for p in m.parameters()])
ids = list(map(id, m[0].parameters()))
rest = filter(lambda p: id(p) not in ids, m.parameters())
print(len(list(rest)))
base = [p for p in m.parameters() if id(p) in set(ids)]
print(len(base))
seen = set()
for p in list(m.parameters()) + list(m.parameters()):
    if id(p) in seen: continue
    seen.add(id(p))
print(len(seen))

# Modules: a __call__ of their own, names of methods for children, _modules and its like.
import torch
from torch import nn

class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Identity()
    def forward(self, x):
        return self.l(x) * 2
    def __call__(self, x, k=1):
        print("call", k)
        return super().__call__(x) + k
a = A()
print(a(torch.ones(2)), a(torch.ones(2), k=3))
class B(A):
    def __call__(self, *args, **kw):
        return A.__call__(self, *args, **kw) * 10
print(nn.Sequential(B(), A())(torch.ones(1)))
class C(nn.Module):
    __call__ = lambda self, x: x + 5
print(C()(torch.ones(1)))

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.forward_ = 1
        self.train_ = nn.Linear(1, 1)
        self.eval = nn.ReLU()
        self.children = nn.ModuleList([nn.ReLU()])
    def forward(self, x):
        return x
n = Net()
print(len(list(n.modules())))
print([k for k, _ in n.named_modules()])
print(n.eval())

m = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU(), torch.nn.BatchNorm1d(2))
print([k for k in m._modules], len(m._modules), list(m._modules.keys()), "0" in m._modules)
print([k for k in m[0]._parameters], list(m[2]._buffers), m[0]._parameters["bias"] is m[0].bias)
for name, mod in m._modules.items():
    print(name, type(mod).__name__)
for name, mod in list(m._modules.items()):
    if isinstance(mod, torch.nn.ReLU):
        m._modules[name] = torch.nn.Tanh()
print(m)
m[0]._parameters["bias"] = None
print(m[0].bias, len(list(m.parameters())))
m[2]._buffers["running_mean"] = torch.ones(2)
print(m[2].running_mean)
del m._modules["2"]
print(len(m))
for mod in m._modules.values():
    print(mod)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        for i in range(3):
            setattr(self, f"l{i}", nn.Linear(2, 2))
        self.add_module("extra", nn.ReLU())
    def forward(self, x):
        for i in range(3):
            x = getattr(self, f"l{i}")(x)
        return x
n = Net()
print(len(list(n.parameters())))
print([k for k, v in n.named_children()])
delattr(n, "l1")
print([k for k, v in n._modules.items()])
print(hasattr(n, "l1"))

# Wrapper modules with __getattr__
class Wrap(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.module, name)
    def forward(self, x):
        return self.module(x) + 1
w = Wrap(nn.Linear(2, 3))
print(w.in_features, w.out_features, w.weight.shape, len(list(w.parameters())))
print(hasattr(w, "nothing"), hasattr(w, "bias"), getattr(w, "nothing", 4))
try:
    w.nothing
except AttributeError as e:
    print(e)
# class attribute shadows a registered module
class Sh(nn.Module):
    norm = None
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(2)
print(Sh().norm, [k for k, _ in Sh().named_modules()])
class Sh2(nn.Module):
    def __init__(self):
        super().__init__()
        self.half = nn.ReLU()
    def forward(self, x): return x
print(Sh2().half().__class__.__name__, len(list(Sh2().children())))

class Base(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim
        self.build()
    def build(self): raise NotImplementedError
    def forward(self, x): return self.net(x)
    @property
    def device(self): return next(self.parameters()).device
    @property
    def n_params(self): return sum(p.numel() for p in self.parameters())
    @staticmethod
    def init(m):
        if isinstance(m, nn.Linear):
            nn.init.ones_(m.weight)
            nn.init.zeros_(m.bias)
    @classmethod
    def from_cfg(cls, cfg): return cls(**cfg)
class Mlp(Base):
    def build(self):
        self.net = nn.Sequential(nn.Linear(self.dim, 2), nn.Linear(2, 1))
        self.apply(self.init)
class Mixin:
    def describe(self): return f"{self.__class__.__name__}({self.dim})"
class M2(Mixin, Mlp):
    def forward(self, x):
        return super().forward(x) * 2
m = M2.from_cfg({"dim": 3})
print(m.describe(), m.n_params, m.device, m(torch.ones(1, 3)), isinstance(m, Base), issubclass(M2, Mixin))
try:
    Base(1)
except NotImplementedError:
    print("NI")
print([c.__name__ for c in M2.__mro__][:5])

# Dicts of objects that a loop makes.
class Made:
    def __init__(self, n): self.n = n
    def __repr__(self): return f"P{self.n}"
xs = []
for i in range(3): xs.append(Made(i))
print(xs, [p.n for p in xs])
d = {}
for i in range(3): d[f"k{i}"] = Made(i)
print(d)
ys = [Made(i) for i in range(2)] + [Made(9)]
ys.append(Made(7)); ys.remove(ys[0]); print(ys, ys.pop(), len(ys), ys[-1].n)
class Counted:
    all = []
    def __init__(self): self.id = len(Counted.all); Counted.all.append(self)
for _ in range(3): Counted()
print([r.id for r in Counted.all])

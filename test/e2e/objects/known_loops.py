# Loops whose iterations are known, in which lists grow by what exists at compile time.
import torch
from torch import nn

class Block(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.l = nn.Linear(i, o)
    def forward(self, x): return self.l(x)
def stage(num):
    layers = [Block(2, 3)]
    while num - 1:
        layers.append(Block(3, 3))
        num -= 1
    return nn.Sequential(*layers)
print(stage(3)(torch.zeros(1, 2)).shape)
def mixed(n):
    out = []
    for i in range(n):
        out.append(nn.Conv1d(i + 1, i + 2, 1))
        out.append(nn.ReLU())
        if i % 2 == 0:
            out += [nn.BatchNorm1d(i + 2)]
    return out
m = nn.Sequential(*mixed(4))
print(m, m(torch.zeros(1, 1, 2)).shape)
l = [1, "a", None, torch.ones(1)]
l.append([2])
for v in l: print(v)
w = 64
dims = []
while w > 4:
    dims.append(w)
    w //= 2
print(dims)
ms = {}
i = 0
while True:
    ms[f"l{i}"] = nn.Linear(i + 1, i + 2)
    i += 1
    if i >= 3: break
print(list(ms), nn.ModuleDict(ms)["l1"])
stackd = []
n = 10
while len(stackd) < 3:
    stackd.insert(0, nn.Linear(n, n - 1))
    n -= 1
print([s.in_features for s in stackd])
q = [("a", 1), ("b", nn.ReLU())]
while q:
    k, v = q.pop()
    print(k, v)

# known loops
def conv_stack(dims):
    layers = []
    i = 0
    while i < len(dims) - 1:
        layers.append(nn.Linear(dims[i], dims[i + 1]))
        if i < len(dims) - 2:
            layers.append(nn.ReLU())
        i += 1
    return nn.Sequential(*layers)
print(conv_stack([2, 3, 4]))
def down(n):
    out = []
    while n > 1:
        out.append((n, nn.Linear(n, n // 2)))
        n //= 2
    return out
print([(a, b.in_features) for a, b in down(16)])
res = 64
enc = nn.ModuleList()
ch = 4
while res > 8:
    enc.append(nn.Conv2d(ch, ch * 2, 3, stride=2, padding=1))
    ch, res = ch * 2, res // 2
print(len(enc), ch, enc[-1].out_channels)
x = torch.zeros(1, 4, 16, 16)
for e in enc: x = e(x)
print(x.shape)
mixed = []
for i in range(4):
    if i % 2:
        mixed.append(i)
    else:
        mixed.append(str(i))
print(mixed)
vals = []
k = 0
while True:
    vals.append({"k": k, "s": "a" * k})
    k += 1
    if k == 3: break
print(vals)
d = {}
for name, n in [("a", 1), ("b", 2)]:
    d[name] = nn.Linear(n, n)
    d[name + "_act"] = nn.Tanh()
print(list(d), d["b"])
todo = [nn.Linear(1, 2), nn.Sequential(nn.Linear(2, 3), nn.ReLU())]
flat = []
while len(todo) > 0:
    m = todo.pop(0)
    if isinstance(m, nn.Sequential):
        todo = list(m.children()) + todo
    else:
        flat.append(m)
print(flat)

class A: pass
a = A()
i = 0
if i > 0 and a.missing: print("no")
print(i > 0 and a.missing, True or a.missing, not (False and a.q), None and a.b, [] or 3, 0 or None or "x")
x = a.missing if i > 1 else 4
print(x)
while i < 2 and (i < 3 or a.nope):
    i += 1
t = torch.ones(2)
print(True and t.sum() > 1, False or t, i == 7 and t.bogus(), [v for v in [0, 1] if v and 1 / v])
assert i == 2 or a.z
def f(x, k=None):
    if k is not None and k.foo: return 1
    return 2
print(f(1))
if isinstance(t, int) and t.nothing(): print("no")
if hasattr(t, "nothing") and t.nothing: print("no")
print(len([]) and [][0], 0 < i < 1 < a.z)

# Attributes, managers and errors under branches and loops, also those of the run.
import torch

x = torch.ones(2)
def f(t): return t
f.n = 0
if x.sum() > 1:
    f.n = 5
    x.tag = "big"
else:
    f.n = 7
    x.tag = "small"
print(f.n, x.tag)
for i in range(int(x.sum())):
    f.n += i
print(f.n)
class A: n = 0
for i in range(int(x.sum())):
    A.n += 1
    f.n = A.n * 2
print(A.n, f.n)
i = 0
while i < x.sum():
    A.n = A.n + i
    i += 1
print(A.n)

class T:
    def __init__(self, log): self.log = log
    def __enter__(self): return self
    def __exit__(self, t, v, tb):
        self.log.append(t is None)
        return False
log = []
def g(x):
    with T(log):
        if x.sum() > 1:
            return "big"
    return "small"
print(g(torch.ones(2)), g(torch.zeros(2)), log)
def h(x):
    for i in range(3):
        with T(log):
            if i == 1: continue
            if i == 2: break
    return i
print(h(0), log)
def k(x):
    try:
        with T(log):
            if x.sum() > 1:
                raise ValueError("v")
            print("no error")
    except ValueError as e:
        print("caught", e)
k(torch.ones(2)); k(torch.zeros(2))
print(log)
with torch.no_grad(), T(log) as t:
    y = torch.ones(1, requires_grad=True) * 2
print(y.requires_grad, len(log))

best = None
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(1))
        self.count = 0
        self.hist = {}
    def forward(self, x):
        self.count += 1
        self.hist[self.count] = self.count * 2
        return self.w * x
m = M()
for i in range(4):
    y = m(torch.tensor([float(i)]))
print(m.count, m.hist, y)
class Cache:
    def __init__(self): self._c = {}
    def __getitem__(self, k):
        if k not in self._c: self._c[k] = k * k
        return self._c[k]
c = Cache()
print(c[3], c[3], c[4], len(c._c))
class Counter2:
    total = 0
    @classmethod
    def inc(cls): cls.total += 1; return cls.total
class Sub(Counter2): pass
Sub.inc(); Sub.inc(); Counter2.inc()
print(Sub.total, Counter2.total)

out = []
for i in range(5):
    try:
        v = [1, 2, 3][i]
    except IndexError:
        v = -1
    out.append(v)
print(out)
res = []
for i in range(4):
    try:
        if i == 2: raise KeyError("k")
        res.append(i)
    except KeyError:
        continue
    finally:
        res.append("f")
print(res)
total = 0
for k in ["a", "b", "z"]:
    try:
        total += {"a": 1, "b": 2}[k]
    except KeyError:
        total += 100
print(total)
d = {"x": 1}
for k in ["x", "y"]:
    print(d.get(k), getattr(d, "nope", "none"))
n = 0
while n < 10:
    try:
        if n % 3 == 0: raise StopIteration
        n += 1
    except StopIteration:
        n += 2
print(n)

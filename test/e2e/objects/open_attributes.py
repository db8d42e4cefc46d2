# Attributes of one's own on tensors, parameters, functions, classes and modules.
import copy
import functools
import torch

pe = torch.zeros(2, 2)
pe.require_grad = False
print(pe.require_grad, hasattr(pe, "require_grad"), hasattr(pe, "other"), getattr(pe, "other", 5))
w = torch.nn.Parameter(torch.ones(2))
w._no_weight_decay = True
w.tags = ["a"]
w.tags.append("b")
q = w
print(q.tags, hasattr(w.clone(), "tags"), hasattr(w.detach(), "tags"), hasattr(w + 1, "tags"))
del w.tags
print(hasattr(q, "tags"))
l = torch.nn.Linear(2, 2)
l.weight.optim = {"lr": 0.1}
for n, p in l.named_parameters():
    print(n, getattr(p, "optim", None), hasattr(p, "optim"))
setattr(l.bias, "sparse", 1)
print([getattr(p, "sparse", 0) for p in l.parameters()])
try:
    print(w.tags)
except AttributeError as e:
    print("AE", e)
groups = [p for p in l.parameters() if hasattr(p, "sparse")]
print(len(groups))

def f(x):
    f.calls += 1
    return x
f.calls = 0
f(1); f(2)
print(f.calls, hasattr(f, "calls"), hasattr(f, "zz"), getattr(f, "zz", None))
class A: pass
A.x = 3
a = A()
print(a.x, hasattr(A, "x"), hasattr(A, "y"))
a.y = 1
del a.y
print(hasattr(a, "y"))
A.m = lambda self, k: k + 1
print(a.m(2))
del A.x
print(hasattr(a, "x"))
print(f.__name__, f.__doc__, f.__module__, f.__qualname__)
def g(a, b=2, *, c=3):
    "doc"
    return a
print(g.__defaults__, g.__kwdefaults__, g.__doc__)
g.__defaults__ = (5,)
def h(): pass
h.a = torch.ones(2)
print(h.a)
net = torch.nn.Linear(1, 1)
net.note = "hi"
net.fn = f
print(net.note, net.fn(3), f.calls)
class B:
    def m(self): pass
B.m.flag = True
print(B.m.flag, B().m.flag)
l = lambda: 0
l.k = 1
print(l.k)

x = torch.ones(2)
x.tag = 1
if x.sum() > 1:
    x.tag = 2
print(x.tag)
for i in range(3):
    x.tag = x.tag + 1
print(x.tag)

x = torch.ones(3)
x.a = 1
def f(t):
    t.b = 2
    return t
y = f(x)
print(x.b, y.a, y is x)
z = x.view(3)
print(hasattr(z, "a"), hasattr(x[0], "a"), hasattr(x.t(), "a"), hasattr(x.requires_grad_(), "a"), hasattr(x.to("cpu"), "a"), hasattr(x.contiguous(), "a"), hasattr(x.float(), "a"))
print(hasattr(copy.deepcopy(torch.ones(2)), "a"))
p = torch.nn.Parameter(torch.ones(2))
p.k = [1]
for i in range(3):
    p.k.append(i)
print(p.k)
p.count = 0
for i in range(5):
    p.count += 1
print(p.count)
t = torch.zeros(2)
t.hist = []
for i in range(3):
    t.hist.append(i)
print(t.hist, len(t.hist))
if p.sum() > 0:
    p.flag = "yes"
else:
    p.flag = "no"
print(p.flag)
class A: pass
a = A()
a.t = x
print(a.t.a)
l = [x, torch.ones(1)]
print([getattr(v, "a", None) for v in l])
del x.a
print(hasattr(x, "a"))

def count(f):
    @functools.wraps(f)
    def inner(*a, **k):
        inner.calls += 1
        return f(*a, **k)
    inner.calls = 0
    return inner
@count
def sq(x):
    "squares"
    return x * x
print(sq(2), sq(3), sq.calls, sq.__name__, sq.__doc__, sq.__wrapped__(4))
class CountCalls:
    def __init__(self, f):
        functools.update_wrapper(self, f) if False else None
        self.f = f
        self.n = 0
    def __call__(self, *a):
        self.n += 1
        return self.f(*a)
@CountCalls
def g(x): return x + 1
print(g(1), g(2), g.n)
def deco(cls):
    orig = cls.__init__
    def init(self, *a, **k):
        orig(self, *a, **k)
        self.extra = 1
    cls.__init__ = init
    return cls
@deco
class K:
    def __init__(self, a): self.a = a
k = K(3)
print(k.a, k.extra)
def add_method(cls):
    def wrapper(f):
        setattr(cls, f.__name__, f)
        return f
    return wrapper
@add_method(K)
def twice(self): return self.a * 2
print(k.twice())
mem = {}
def memo(f):
    def inner(n):
        if n not in f.cache: f.cache[n] = f(n)
        return f.cache[n]
    f.cache = {}
    return inner
@memo
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(10))

# contextlib: managers that are functions with a yield, and others.
import torch
from contextlib import contextmanager
import time
@contextmanager
def timer(name):
    start = time.perf_counter()
    print("start", name)
    yield
    print("end", name, time.perf_counter() - start >= 0)
@contextmanager
def value(v):
    try:
        yield v * 2
    finally:
        print("cleanup", v)
@contextmanager
def evaluating(net):
    istrain = net.training
    try:
        net.eval()
        yield net
    finally:
        if istrain:
            net.train()
net = torch.nn.Dropout(0.5)
with timer("a"):
    x = torch.ones(2) * 3
    print(x)
with value(4) as w, timer("b"):
    print(w)
with evaluating(net) as n:
    print(n.training, n(torch.ones(3)))
print(net.training)
def f():
    with value(1) as w:
        return w + 1
print(f())
for i in range(3):
    with value(i) as w:
        if i == 1:
            continue
        print(w)
try:
    with value(7):
        raise ValueError("inside")
except ValueError as e:
    print("caught", e)
from contextlib import ExitStack, closing, nullcontext


class Trainer:
    def __init__(self):
        self.depth = 0

    @contextmanager
    def phase(self, name, scale=1):
        self.depth += 1
        with torch.no_grad():
            yield self.depth * scale
        self.depth -= 1
        print("left", name, self.depth)


t = Trainer()
with t.phase("outer") as a, t.phase("inner", scale=10) as b:
    print(a, b, torch.is_grad_enabled())
print(t.depth, torch.is_grad_enabled())
total = torch.zeros(2)
for i in range(50):
    with t.phase("loop") if i == 49 else nullcontext(3) as c:
        total = total + c
print(total)


class Resource:
    def close(self):
        print("closed")


with closing(Resource()) as r, nullcontext(5) as n:
    print(n)
with ExitStack() as stack:
    stack.enter_context(closing(Resource()))
    stack.callback(print, "called back")
    print("in the stack")
@contextmanager
def section(name):
    print("<", name)
    try:
        yield name
    except ValueError as e:
        print("handled", e)
    else:
        print("no error")
    finally:
        print(">", name)
x = torch.tensor([1.0, 5.0, 2.0])
def first_large(x):
    for i in range(3):
        with section(i) as n:
            if x[i] > 3:
                return i
    return -1
print(first_large(x))
total = 0
for i in range(100):
    with torch.no_grad():
        total = total + x[i % 3]
        if total > 20:
            break
print(total, i)
with section("a"):
    raise ValueError("x")
with section("b"), section("c"):
    print("in")
@contextmanager
def tmp_attr(obj, name, value):
    old = getattr(obj, name)
    setattr(obj, name, value)
    yield obj
    setattr(obj, name, old)
class O: pass
o = O(); o.v = 1
with tmp_attr(o, "v", 5):
    print(o.v)
print(o.v)
def outer():
    acc = []
    with section("d") as s:
        acc.append(s)
        y = len(acc)
    return y, acc
print(outer())
@contextmanager
def seeded(seed):
    state = torch.get_rng_state()
    torch.manual_seed(seed)
    try:
        yield
    finally:
        torch.set_rng_state(state)
torch.manual_seed(1)
a = torch.rand(1)
with seeded(5):
    b = torch.rand(1)
c = torch.rand(1)
print(a, b, c)
for i in range(3):
    with seeded(i):
        print(torch.rand(1))
@contextmanager
def freeze(net):
    for p in net.parameters():
        p.requires_grad_(False)
    yield net
    for p in net.parameters():
        p.requires_grad_(True)
net = torch.nn.Linear(2, 1)
with freeze(net) as n:
    print(all(not p.requires_grad for p in n.parameters()))
print(all(p.requires_grad for p in net.parameters()))
x = torch.tensor([1.0, 2.0])
n = int(x.sum().item())
for i in range(n):
    with seeded(i):
        x = x + torch.rand(2)
print(x)
try:
    with seeded(1):
        raise ValueError("z")
except ValueError as e:
    print("caught", e, torch.rand(1))
@contextmanager
def nothing(flag):
    if flag:
        yield 1
    else:
        yield 2
with nothing(False) as v:
    print(v)

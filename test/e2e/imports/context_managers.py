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

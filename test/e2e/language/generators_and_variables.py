# Variables, grad modes, arguments and closures of generators.
import torch
def pairs(xs):
    it = iter(xs)
    for a in it:
        yield a
def grad_free():
    with torch.no_grad():
        for i in range(2):
            yield i
w = torch.ones(2, requires_grad=True)
for i in grad_free():
    print((w * i).requires_grad)
print((w * 2).requires_grad)
@torch.no_grad()
def decorated():
    for i in range(2):
        y = w * i
        yield y
for y in decorated():
    print(y.requires_grad, (w * 2).requires_grad)
x = 5
def reads():
    for i in range(3):
        yield x + i
for v in reads():
    x = v
    print(v, x)
total = 0
def show():
    print("total", total)
def tick(n):
    for i in range(n):
        show()
        yield i
for v in tick(3):
    total += v
show()
fs = []
for v in tick(3):
    fs.append(lambda: v)
print([f() for f in fs])
def lam(n):
    for i in range(n):
        yield lambda z: z + i
for f in lam(3):
    print(f(10))
for i, j in ((a, b) for a in range(2) for b in range(2)):
    print(i, j)
def default(n=2, *rest, scale=1, **kw):
    for i in range(n):
        yield i * scale, rest, kw
for t in default(3, 7, 8, scale=2, q=1):
    print(t)
for t in default():
    print(t)
m = [[c for c in tick(2)] for r in range(2)]
print(m)
print(next(iter(reads())))
for k, group in {"a": tick(1), "b": tick(2)}.items():
    for v in group:
        print(k, v)
lst = [tick(1), tick(2)]
for t in lst:
    for v in t:
        print(v)
gens = {n: 0 for n in range(2)}
while total < 8:
    for v in tick(2):
        total += 2
        if total > 7:
            break
print(total)

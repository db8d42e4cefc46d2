# Loops of the run, branches and functions that leave generators.
import torch
import torch.nn as nn
torch.manual_seed(0)
def gen(n):
    for i in range(n):
        if i % 3 == 2:
            yield torch.ones(2) * i, "c"
        else:
            yield torch.zeros(2) + i, "z"
n = int(torch.tensor(7))
best, name, hist = None, "", []
for t, k in gen(n):
    if best is None or t.sum() > best:
        best, name = t.sum(), k
    hist.append(t.sum().item())
    if k == "c" and t[0] > 4:
        break
print(best, name, hist)
def consume(stream):
    h = torch.zeros(2)
    for i, (t, k) in enumerate(stream):
        for j in range(int(t[0])):
            if j > 3:
                continue
            h = h + t * j
            if h.sum() > 60:
                return h, i, j
    return h, -1, -1
print(consume(gen(n)), consume(gen(3)))
def outer(n):
    for a in range(n):
        if a == 1:
            continue
        for t, k in gen(a + 1):
            if t.sum() > 5:
                return
            yield a, t
r = torch.zeros(2)
for a, t in outer(n):
    r += t * a
    if a == 3 and t[0] == 1:
        break
print(r, a, t)
class RNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(2, 4)
        self.out = nn.Linear(4, 1)
    def states(self, xs):
        h = torch.zeros(xs.size(1), 4)
        for x in xs:
            h = self.cell(x, h)
            yield h
    def forward(self, xs):
        return torch.stack([self.out(h) for h in self.states(xs)])
m = RNN()
xs = torch.randn(5, 3, 2)
y = m(xs)
print(y.shape, y.sum())
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for e in range(3):
    loss = 0
    for h in m.states(xs):
        loss = loss + m.out(h).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(f"{loss.item():.5f}")
def early(k):
    while True:
        k -= 1
        if k < 0:
            break
        yield k
    print("out", k)
s = 0
for v in early(n):
    s += v
print(s, v)
for v in early(0):
    pass
d = {}
for v, w in zip(early(4), ["a", "b", "c", "d", "e"]):
    d[w] = v
print(d)
def words():
    for w in "the cat and the dog".split():
        yield w
count = {}
for w in words():
    count[w] = count.get(w, 0) + 1
print(count, sorted(count.items(), key=lambda kv: -kv[1])[0])
def f():
    for w in words():
        if w == "and":
            x = w
            break
    return x
print(f())
def g():
    try:
        for w in words():
            if w == "dog":
                return len(w)
    finally:
        print("finally")
print(g())
class Node:
    def __init__(self, v, left=None, right=None):
        self.v, self.left, self.right = v, left, right
    def __iter__(self):
        if self.left:
            yield from self.left
        print("at", self.v)
        yield self.v
        if self.right:
            yield from self.right
for v in Node(4, Node(2, Node(1)), Node(6)):
    if v > 4:
        break
    print("v", v)

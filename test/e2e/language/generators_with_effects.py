# What generators do between their items, and what they share with the loop.
import torch
import random
import numpy as np
np.random.seed(0)
random.seed(1)
torch.manual_seed(2)
def gen(data, bs):
    idx = np.arange(len(data))
    np.random.shuffle(idx)
    for i in range(0, len(data), bs):
        yield data[idx[i:i + bs]]
data = np.arange(10) * 1.0
for e in range(2):
    for b in gen(data, 4):
        print(b, np.random.rand())
def sample(n):
    for _ in range(n):
        yield random.random()
for s in sample(3):
    print(f"{s:.4f} {random.random():.4f}")
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(2, 3)
        self.b = torch.nn.Linear(3, 1)
    def layers(self):
        yield self.a
        yield self.b
    def forward(self, x):
        for l in self.layers():
            x = l(x)
        return x
net = Net()
x = torch.ones(4, 2)
print(net(x))
for name, p in net.named_parameters():
    print(name, p.shape)
def params():
    for l in net.layers():
        yield l.weight
        yield l.bias
opt = torch.optim.SGD(params(), lr=0.1)
net(x).sum().backward(); opt.step()
print(net(x))
total = 0
for p in params():
    total += p.numel()
print(total, sum(p.numel() for p in params()))
count = 0
def counted(xs):
    global count
    for x in xs:
        count += 1
        yield x * count
for v in counted([1, 2, 3]):
    print(v, count)
    count += 10
def outer():
    hits = 0
    def inner(n):
        nonlocal hits
        for i in range(n):
            hits += i
            yield hits
    out = []
    for h in inner(4):
        hits += 100
        out.append((h, hits))
    return out, hits
print(outer())
def scale(k):
    def g(xs):
        for x in xs:
            yield x * k
    return g
for v in scale(3)([1, 2]):
    print(v)
def pipeline(xs):
    doubled = (x * 2 for x in xs)
    return shifted(doubled)
def shifted(xs):
    for x in xs:
        yield x + 1
print(list(pipeline(range(3))))
def two():
    x = torch.zeros(2)
    yield x
    print("in gen", x)
    x = x + 1
    yield x
for t in two():
    t += 5
    print(t)
def ret(n):
    for i in range(n):
        for t in two():
            if t.sum() + i > 100:
                return i, t
            if i == 1:
                return i, t
    return None
print(ret(3))
def find(loader, limit):
    for i, b in enumerate(loader):
        if b.sum() > limit:
            break
    else:
        return -1, b
    return i, b
print(find((torch.ones(2) * i for i in range(5)), 3))
def g5():
    for i in range(5):
        yield torch.ones(2) * i
print(find(g5(), 3), find(g5(), 30))
w = torch.zeros(2, requires_grad=True)
def targets():
    for i in range(3):
        yield torch.full((2,), float(i))
for t in targets():
    loss = ((w - t) ** 2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
print(w, loss)
losses = []
for t in targets():
    losses.append(((w - t) ** 2).sum().item())
print([round(l, 4) for l in losses])
acc = torch.zeros(2)
for i, t in enumerate(targets()):
    if i % 2 == 0:
        acc = acc + t
print(acc)

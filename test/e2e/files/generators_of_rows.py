# Generators that go on and on, and objects that they give again.
# in a folder of its own
import torch
def batches(x, bs):
    while True:
        order = torch.randperm(x.size(0))
        for i in range(0, x.size(0), bs):
            yield x[order[i:i + bs]]
x = torch.arange(6.)
torch.manual_seed(0)
it = batches(x, 4)
for step, b in zip(range(5), it):
    print(step, b)
def cycle(loader):
    while True:
        for b in loader:
            yield b
from torch.utils.data import DataLoader, TensorDataset
loader = DataLoader(TensorDataset(x, x * 2), batch_size=4, shuffle=True)
for step, (a, b) in enumerate(cycle(loader)):
    print(step, a, b)
    if step == 4:
        break
def train(model, stream, steps):
    n = 0
    for a, b in stream:
        n += a.sum().item()
        steps -= 1
        if steps == 0:
            return n
print(train(None, cycle(loader), 4))
def lines(path):
    with open(path) as f:
        for line in f:
            yield line.rstrip("\n")
with open("p4.txt", "w") as f:
    for i in range(4):
        f.write(f"row {i}\n")
for a in lines("p4.txt"):
    if a.endswith("2"):
        break
    print(a)
for n, a in enumerate(lines("p4.txt"), 1):
    print(n, a)
def grouped(rows):
    last = None
    for r in rows:
        if last is not None:
            yield last, r
        last = r
for a, b in grouped(lines("p4.txt")):
    print(a, "|", b)
def state():
    s = {"n": 0}
    for i in range(3):
        s["n"] += i
        yield s
for s in state():
    s["n"] += 10
    print(s)
def ls():
    out = []
    for i in range(3):
        out.append(i)
        yield out
for o in ls():
    print(o)
print([list(o) for o in ls()])
def opt(n):
    for i in range(n):
        yield None if i % 2 else torch.ones(1) * i
for o in opt(4):
    if o is None:
        print("none")
    else:
        print(o)

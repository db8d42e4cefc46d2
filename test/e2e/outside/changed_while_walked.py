# A loop whose body changes the list that it goes over sees it, as in Python.
# arguments: 1 2 3
# arguments: 11 12
# arguments:
import sys
import torch
xs = [1, 2, 3, 4]
for i, x in enumerate(xs):
    if i + 1 < len(xs):
        xs[i + 1] += x
    print(x, end=" ")
print(xs)
ys = [float(a) for a in sys.argv[1:]]
for i, y in enumerate(ys):
    if i + 1 < len(ys):
        ys[i + 1] += y
    print(y, end=" ")
print(ys)
layers = [torch.nn.Linear(2, 2) for _ in range(2)]
for i, layer in enumerate(layers):
    torch.nn.init.ones_(layer.weight)
    layers[i] = torch.nn.Sequential(layer, torch.nn.ReLU())
print(len(layers), layers[1][0].weight.sum().item())
stack = [len(ys)]
for s in stack:
    if s > 5:
        break
    stack.append(s + 1)
else:
    print("never")
print(stack)
def grow(seq, limit):
    for a in seq:
        for b in seq:
            if len(seq) < limit:
                seq.append(a + b)
    return seq
print(grow([1, 2], 7), grow([len(ys)], 5))
words = list(sys.argv[1:])
for w in words:
    if w.startswith("1"):
        words.remove(w)
print(words)
names = ["a", "b", "c", "d"]
for n in names:
    if n == "b":
        names.remove(n)
print(names)
zs = [3, 1, 2]
for z in zs:
    print(z, end=" ")
    zs.sort()
print(zs)
ts = [torch.ones(1)]
for t in ts:
    if len(ts) < 3:
        ts.append(t + 1)
print(ts)
for a, b in zip(xs, names):
    if len(names) < 6:
        names.append(b + str(a))
print(names)
n = len(sys.argv) + 5
queue = [n]
for x in queue:
    if x > 0:
        queue.append(x // 2)
print(queue)
ys = list(range(n))
for y in ys:
    if y % 2 == 0:
        ys.remove(y)
print(ys)
def visit(graph, start):
    seen = [start]
    for node in seen:
        for nxt in graph.get(node, []):
            if nxt not in seen:
                seen.append(nxt)
    return seen
g = {}
for i in range(n):
    g.setdefault(i, []).append((i * 3 + 1) % n)
    g[i].append((i * 5 + 2) % n)
print(visit(g, 0))
class Q:
    def __init__(self):
        self.items = [n]
    def run(self):
        for i, x in enumerate(self.items):
            if x > 1:
                self.items.append(x - 2)
            print(i, x)
Q().run()

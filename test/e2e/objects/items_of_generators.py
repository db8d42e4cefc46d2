# Generators and objects with items as arguments of Python's own functions.
import torch
from torch import nn

def gen(k):
    for q in range(k):
        yield q * q
print(sum(gen(4)), max(gen(4)), min(gen(4)), any(gen(4)), all(gen(4)), sorted(gen(4)), set(gen(3)), tuple(gen(4)), list(gen(3)))
print(dict((i, i * i) for i in gen(3)), list(enumerate(gen(3))), list(zip(gen(3), gen(4))))
print(",".join(str(i) for i in gen(4)))
def g2():
    yield "a", 1
    yield "b", 2
print(dict(g2()), dict(zip("ab", gen(2))))
print(sum(i for i in gen(4)), max((i for i in gen(4)), default=3), max(gen(0), default=7))
print(sum(iter([1, 2])), max(iter([1, 3])), list(iter((1, 2))), sorted(iter([3, 1])), tuple(iter([1])), set(iter([1])), any(iter([0])), all(iter([1])))
print(list(map(lambda v: v + 1, gen(3))), list(filter(None, gen(3))), sum(map(float, gen(3))))
print(list(reversed(list(gen(3)))), sum(gen(3), 10), max(gen(4), key=lambda v: -v))
a, b, c = gen(3)
print(a, b, c, *gen(2), [*gen(2)], {*gen(2)})
print(3 in gen(3), 4 in gen(3))
it = iter([1, 2, 3, 4])
print(next(it), sum(it))

def gen(n):
    for i in range(n):
        yield torch.ones(2) * i
print(sum(gen(3)))
print(torch.stack(list(gen(3))), torch.stack(tuple(gen(2))), torch.cat([*gen(2)]))
print(sum(p.numel() for p in torch.nn.Linear(2, 3).parameters()))
print(max(t.sum().item() for t in gen(3)))
print(any(t.sum() > 3 for t in gen(3)), all(t.sum() > 3 for t in gen(3)))
class R:
    def __iter__(self):
        for i in range(3):
            yield i
r = R()
print(sum(r), list(r), max(r), sorted(r), tuple(r), set(r), [i for i in r], list(enumerate(r)), list(zip(r, r)), dict(zip(r, r)))
print(", ".join(str(v) for v in r), any(r), all(r), 2 in r, *r)

class Meter:
    def __init__(self): self.reset()
    def reset(self): self.vals = []
    def __iadd__(self, v):
        self.vals.append(v)
        return self
    def __len__(self): return len(self.vals)
    def __getitem__(self, i): return self.vals[i]
m = Meter()
m += 1
m += 2
print(len(m), m[0], list(m), sum(m), 2 in m, [v for v in m], max(m))
class Tree:
    def __init__(self, v, kids=()):
        self.v, self.kids = v, list(kids)
    def __iter__(self):
        yield self.v
        for k in self.kids:
            yield from k
t = Tree(1, [Tree(2, [Tree(3)]), Tree(4)])
print(list(t), sum(t), max(t), sorted(t, reverse=True))
class Ds(torch.utils.data.Dataset):
    def __init__(self): self.x = torch.arange(3.)
    def __len__(self): return 3
    def __getitem__(self, i): return self.x[i], i
for x, i in Ds():
    print(x, i)

# Iterators of classes of the program: __next__ until StopIteration.
import torch

class It:
    def __init__(self, n): self.n = n
    def __iter__(self):
        self.i = 0
        return self
    def __next__(self):
        if self.i < self.n:
            self.i += 1
            return self.i ** 2
        raise StopIteration
for x in It(3): print(x)
print(list(It(4)), sum(It(3)))
a, b = It(2)
print(a, b)

class Pre:
    def __init__(self, loader): self.loader = loader
    def __iter__(self):
        self.it = iter(self.loader)
        return self
    def __next__(self):
        x = next(self.it)
        return x * 2
    def __len__(self): return len(self.loader)
for i, x in enumerate(Pre([torch.ones(2), torch.zeros(2)])): print(i, x)

class BatchIter:
    def __init__(self, x, y, bs): self.x, self.y, self.bs = x, y, bs
    def __iter__(self):
        self.pos = 0
        return self
    def __next__(self):
        if self.pos >= len(self.x): raise StopIteration
        s = slice(self.pos, self.pos + self.bs)
        self.pos += self.bs
        return self.x[s], self.y[s]
    def __len__(self): return (len(self.x) + self.bs - 1) // self.bs
torch.manual_seed(0)
x = torch.randn(10, 3); y = x @ torch.ones(3, 1)
m = torch.nn.Linear(3, 1)
with torch.no_grad(): m.weight.zero_(); m.bias.zero_()
opt = torch.optim.SGD(m.parameters(), lr=.1)
loader = BatchIter(x, y, 4)
for epoch in range(3):
    tot = 0.
    for i, (a, b) in enumerate(loader):
        loss = ((m(a) - b) ** 2).mean()
        opt.zero_grad(); loss.backward(); opt.step()
        tot += loss.item()
    print(epoch, round(tot / len(loader), 4), i)
for a, b in loader: print(a.shape, b.shape)
print(next(iter(loader))[0].shape)

class Printing:
    def __init__(self, n): self.n = n
    def __iter__(self): self.i = -1; return self
    def __next__(self):
        self.i += 1
        if self.i == self.n: raise StopIteration()
        print("next", self.i)
        return self.i
for x in Printing(3):
    if x == 1: continue
    print("body", x)
else: print("else")
for x in Printing(5):
    if torch.tensor(float(x)).item() > 1.5: break
    print("b", x)
else: print("no")
c = Printing(4); it = iter(c)
print(next(it), next(it)); 
for r in it: print("reset", r)
def find(c):
    for x in c:
        if x == 2: return x
print(find(Printing(4)))

class Letters:
    def __init__(self, d): self.d = d; self.i = 0
    def __iter__(self): return self
    def __next__(self):
        if self.i == len(self.d): raise StopIteration
        v = self.d[self.i]; self.i += 1
        return v
class Collection:
    def __init__(self, d): self.d = d
    def __iter__(self): return Letters(self.d)
c = Collection("abc")
for a in c:
    for b in c: print(a + b, end=" ")
print()
print(list(c), dict(zip(c, [1, 2, 3])), list(enumerate(c, 1)), [*c], {x: 1 for x in c}, max(c), "b" in c, sorted(c, reverse=True), "-".join(c), set(c) == {"a", "b", "c"})
x, *y = c; print(x, y)
it = iter(c); next(it); print(list(it), list(it))
print(list(filter(lambda q: q != "b", c)), any(q == "c" for q in c), tuple(c), list(zip(c, c)))
def gen():
    yield from c
    yield "z"
print(list(gen()), sum(Letters([1, 2, 3])), next(Letters([]), "none"))
l = []; l.extend(c); l += Letters("xy"); print(l)

# An error that is not the end goes on.
class Failing:
    def __init__(self): self.i = 0
    def __iter__(self): return self
    def __next__(self):
        self.i += 1
        if self.i == 3: raise ValueError("item 3")
        return self.i
try:
    for x in Failing(): print(x)
    print("not reached")
except ValueError as e: print("ValueError", e)
class Looked:
    def __getattr__(self, name): raise KeyError(name)
try: print(hasattr(Looked(), "x"))
except KeyError as e: print("KeyError", e)

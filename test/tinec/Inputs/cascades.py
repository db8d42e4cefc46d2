import torch


def fill(xs):
    xs.append(nothing)


futures = []
futures.append(torch.nosuch(1))
print(torch.stack(futures))
items = []
fill(items)
print(items[0] + 1)
w = torch.ones(2, requires_grad=True)
loss = (w * nothing).sum()
loss.backward()
print(w.grad.sum())


class Net:
    def setup(self):
        self.a = torch.ones(2)
        self.b = torch.nosuch


net = Net()
net.setup()
print(net.a.sum())


def make():
    layer = torch.nn.Linear(2, 2)
    return torch.nope(layer)


make()
print(torch.max(torch.empty(0)))


def call(thing):
    return thing.nosuch


call(1)
call("text")
print(w.sum().nosuch)
print(later)
later.append(1)
later = []
print(later)
rows = []
for i in zrange(3):
    rows.append(i)
print(rows[0])


class Kept(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("total", undefined)


print(Kept().total)


@torch.jit.script
def count(n: int):
    i = 0
    while i < n:
        i += unset
    return i


print(count(3))


class Vocabulary:
    low = absent


print(Vocabulary.low)

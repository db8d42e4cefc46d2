# next() of generators that have no end.
import torch

torch.manual_seed(0)
x = torch.arange(6.0)


def batches(data, size):
    seen = 0
    while True:
        index = torch.randint(len(data), (size,))
        yield data[index], seen
        seen += size


it = batches(x, 4)
for step in range(5):
    b, seen = next(it)
    print(step, b, seen, torch.rand(1))
print(next(it))


def train(stream, steps):
    w = torch.zeros(1, requires_grad=True)
    opt = torch.optim.SGD([w], lr=0.1)
    for epoch in range(2):
        total = 0.0
        for _ in range(steps):
            xb, n = next(stream)
            loss = ((w - xb) ** 2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(epoch, f"{total:.4f}", n)
    return w


print(train(iter(batches(x, 3)), 4))


def counter(start):
    print("begin")
    n = start
    while True:
        print("to", n)
        yield n
        print("from", n)
        n += 1


c = counter(3)
print("made")
print(next(c), next(c))
d = counter(0)
print(next(d), next(c))
i = 0
while i < 6:
    i = next(c)
print(i)


class Stream:
    def __init__(self, data):
        self.data = data
        self.given = 0

    def __iter__(self):
        while True:
            order = torch.randperm(len(self.data))
            self.given += 1
            yield self.data[order]


s = Stream(x)
it = iter(s)
for step in range(3):
    print(next(it), s.given)

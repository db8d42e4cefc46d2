# Generators, whose items are made at once.
import torch
def batches(data, n):
    for i in range(0, data.size(0), n):
        yield data[i:i + n]
data = torch.arange(8.0)
for b in batches(data, 3):
    print(b)
def gen():
    yield 1
    yield 2
print(list(gen()), sum(gen()))


class Loader:
    def __init__(self, batches, function):
        self.batches = batches
        self.function = function

    def __len__(self):
        return len(self.batches)

    def __iter__(self):
        for batch in self.batches:
            yield self.function(*batch)


from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
loader = DataLoader(TensorDataset(torch.arange(6.0), torch.arange(6)), batch_size=4, shuffle=True)
wrapped = Loader(loader, lambda x, y: (x * 2, y))
for epoch in range(2):
    for x, y in wrapped:
        print(x, y, torch.rand(1))
print(len(wrapped))


def walk(depth):
    if depth == 0:
        return
    yield depth
    yield from walk(depth - 1)


print(list(walk(3)))
it = gen()
print(next(it), next(it))


def pairs(xs):
    for i, x in enumerate(xs):
        if i % 2:
            yield i, x


print(list(pairs("abcd")), dict(pairs("abcd")))

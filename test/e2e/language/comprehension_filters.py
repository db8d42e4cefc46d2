# What the condition of a comprehension says of its variable; lists of lists that are taken apart.
import random
from collections import namedtuple
import torch

torch.manual_seed(0)
random.seed(0)
known = [torch.ones(1, 2) * i if i % 2 else None for i in range(5)]
print(torch.cat([x for x in known if x is not None]))
print([x.sum().item() if x is not None else 0 for x in known])
kept = []
for i in range(6):
    kept.append(None if torch.rand(1).item() > 0.5 else torch.ones(1, 2) * i)
print([x is None for x in kept], torch.cat([x for x in kept if not x is None]))
print([len(x) for x in kept if x is not None and x.sum() > 0])

Step = namedtuple("Step", ["state", "behind"])
memory = []
for i in range(12):
    behind = torch.ones(1, 2) * i if random.random() > 0.3 else None
    memory.append(Step(torch.full((1, 2), float(i)), behind))
    if len(memory) < 4:
        continue
    batch = Step(*zip(*random.sample(memory, 4)))
    mask = torch.tensor(tuple(map(lambda s: s is not None, batch.behind)))
    print(mask, torch.cat([s for s in batch.behind if s is not None]).sum(), torch.cat(batch.state).T)

# One that is None is an error of torch.cat.
state = torch.zeros(1, 2)
for i in range(5):
    following = None if (state.sum() > 3).item() else state + 1
    print(torch.cat([state, state]).sum())
    state = following
    if state is None:
        break


def columns(states):
    return [torch.stack(column) for column in list(zip(*states))]


states = [[(torch.randn(2), torch.randn(2)) for _ in range(2)] for _ in range(3)]
both = columns([columns(inner) for inner in states])
print(both[0].shape, both[1].sum())

# Numbers that are ints or floats.
totals, seen = [], {}
for epoch in range(3):
    total = 0
    for value in [v for v in torch.rand(epoch).tolist()]:
        total += value
    totals.append(total)
    seen[str(epoch)] = total
print(totals, (totals[0], totals), seen)

# A list that a generator gives, taken apart.


class Pairs:
    def __init__(self, loader):
        self.loader = loader

    def __iter__(self):
        for x, y in self.loader:
            yield x * 2, y


data = torch.utils.data.TensorDataset(torch.randn(10, 3), torch.arange(10))
pairs = Pairs(torch.utils.data.DataLoader(data, batch_size=4))
for epoch in range(2):
    sums, counts = zip(*[(x.sum().item(), len(y)) for x, y in pairs])
    print(sums, counts)

# Samplers with and without replacement, and batches of them.
import torch
from torch.utils.data import *
from torch.utils.data import DataLoader, RandomSampler, SequentialSampler, BatchSampler, SubsetRandomSampler, WeightedRandomSampler, TensorDataset
torch.manual_seed(0)
ds = TensorDataset(torch.arange(10.0), torch.arange(10))
for s in (SequentialSampler(ds), RandomSampler(ds), RandomSampler(ds, replacement=True), RandomSampler(ds, replacement=True, num_samples=37), RandomSampler(ds, num_samples=25), RandomSampler(ds, num_samples=4), SubsetRandomSampler([1, 3, 5]), WeightedRandomSampler([0.1, 0.9, 0.5], 6)):
    print(len(s), list(s))
print(list(BatchSampler(SequentialSampler(ds), 3, False)), len(BatchSampler(SequentialSampler(ds), 3, True)))
loader = DataLoader(ds, sampler=RandomSampler(ds, replacement=True, num_samples=int(1e10)), batch_size=4, shuffle=False, pin_memory=True, num_workers=0)
it = iter(loader)
for step in range(5):
    try:
        batch = next(it)
    except StopIteration:
        it = iter(loader)
        batch = next(it)
    x, y = batch
    print(x, y, torch.rand(1))
loader = DataLoader(ds, batch_sampler=BatchSampler(RandomSampler(ds), 4, drop_last=False))
for x, y in loader:
    print(x)
g = torch.Generator().manual_seed(5)
for x, y in DataLoader(ds, batch_size=5, sampler=RandomSampler(ds, replacement=True, num_samples=10, generator=g)):
    print(y)
print(torch.rand(2))

import itertools
import torch
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
data = TensorDataset(torch.arange(6.0))
loader = DataLoader(data, batch_size=2, shuffle=True)
other = DataLoader(TensorDataset(torch.arange(6.0) * 10), batch_size=3, shuffle=True)
it = iter(loader)
print(torch.rand(2))
print(next(it))
print(torch.rand(2))
print(next(it), next(it), next(it, None))
# The order of each is drawn behind iter() of both.
for (a,), (b,) in zip(loader, other):
    print(a, b)
print(torch.rand(1))
for (i, (a,)), (b,) in zip(enumerate(loader), other):
    print(i, a, b)
first, second = iter(loader), iter(other)
for step in range(2):
    print(next(second), next(first))
print(torch.rand(1))
third = iter(loader)
print(torch.rand(1))
for (x,) in third:
    print(x, torch.rand(1))
for (x,) in itertools.islice(loader, 2):
    print(x)
print([x.sum().item() for (x,) in loader], torch.rand(1))
n = int(torch.tensor(3).item())
fourth = iter(loader)
print(torch.rand(1))
for step in range(n):
    (x,) = next(fourth)
    print(x, torch.rand(1))

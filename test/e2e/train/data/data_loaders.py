# Data sets, samplers, and loaders that shuffle: their loops stay loops.
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset, Sampler, TensorDataset, random_split, Subset, SubsetRandomSampler, WeightedRandomSampler

torch.manual_seed(0)
x = torch.randn(100, 3)
y = (x.sum(1) > 0).long()
ds = TensorDataset(x, y)
train, test = random_split(ds, [80, 20])
loader = DataLoader(train, batch_size=16, shuffle=True)
test_loader = DataLoader(test, batch_size=8)
model = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
opt = torch.optim.Adam(model.parameters(), lr=0.05)
crit = nn.CrossEntropyLoss()
for epoch in range(5):
    model.train()
    total = 0.0
    for xb, yb in loader:
        opt.zero_grad()
        loss = crit(model(xb), yb)
        loss.backward()
        opt.step()
        total += loss.item() * xb.size(0)
    model.eval()
    right = 0
    with torch.no_grad():
        for xb, yb in test_loader:
            right += (model(xb).argmax(1) == yb).sum().item()
    print(f"{epoch} {total / len(train):.6f} {right / len(test):.3f} {len(loader)} {len(test_loader)}")
g = torch.Generator().manual_seed(3)
for i, (a, b) in enumerate(DataLoader(TensorDataset(torch.arange(10), torch.arange(10) * 2), batch_size=4, shuffle=True, generator=g)):
    print(i, a, b)
for (a,) in DataLoader(TensorDataset(torch.arange(10)), batch_size=4, shuffle=True, generator=g, drop_last=True):
    print(a)
for (a,) in DataLoader(TensorDataset(torch.arange(10)), batch_size=5, sampler=SubsetRandomSampler([1, 3, 5, 7, 9])):
    print(a)
for (a,) in DataLoader(TensorDataset(torch.arange(4)), batch_size=5, sampler=WeightedRandomSampler([0.1, 0.2, 0.3, 0.4], 7)):
    print(a)
class Squares(Dataset):
    def __init__(self, n):
        self.x = torch.arange(float(n))
    def __len__(self):
        return self.x.size(0)
    def __getitem__(self, i):
        return self.x[i], self.x[i] ** 2 * torch.ones(2), i, i % 2 == 0, 0.5
for x, y, i, j, k in DataLoader(Squares(7), batch_size=3, shuffle=True):
    print(x, y, i, j, k)
for x, y, i, j, k in DataLoader(Squares(6), batch_size=3, shuffle=True):
    print(x, y, i, j, k)
class Named(Dataset):
    def __len__(self):
        return 6
    def __getitem__(self, i):
        return {"x": torch.full((2,), float(i)), "label": i % 2}
for batch in DataLoader(Named(), batch_size=2):
    print(batch["x"], batch["label"])
s = Subset(ds, [5, 6, 7])
print(len(s), s[1][1])
xb, yb = next(iter(loader))
print(xb.shape, yb)
for k, (a,) in enumerate(DataLoader(TensorDataset(torch.arange(100)), batch_size=10, shuffle=True)):
    if k == 2:
        break
print(a)
def collate(items):
    return torch.stack([i[0] for i in items]).sum(), len(items)
for v, n in DataLoader(TensorDataset(torch.arange(5)), batch_size=2, collate_fn=collate):
    print(v, n)
for v in DataLoader(TensorDataset(torch.arange(3)), batch_size=None):
    print(v)
it = iter(DataLoader(TensorDataset(torch.arange(9)), batch_size=2, shuffle=True))
print(next(it), next(it))
for (a,) in it:
    print(a)
pairs = zip(DataLoader(TensorDataset(torch.arange(8)), batch_size=2), DataLoader(TensorDataset(torch.arange(8)), batch_size=2, shuffle=True))
for (a,), (b,) in pairs:
    print(a, b)
many = DataLoader(TensorDataset(torch.arange(20000)), batch_size=2, shuffle=True)
total = 0
for (a,) in many:
    total += int(a[0] * 2 - a[1])
print(total, len(many), next(iter(many)))
print([len(part) for part in random_split(ds, [0.5, 0.3, 0.2])])
class Backwards(Sampler):
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return iter(list(range(self.n - 1, -1, -1)))
    def __len__(self):
        return self.n
for (a,) in DataLoader(TensorDataset(torch.arange(5)), batch_size=2, sampler=Backwards(5)):
    print(a)
for (a,) in DataLoader(TensorDataset(torch.arange(5)), batch_size=2, sampler=[4, 0, 2]):
    print(a)
print(list(SubsetRandomSampler([3, 4, 5])))

# The indices of parts are lists.
torch.manual_seed(4)
small, large = random_split(TensorDataset(torch.arange(7)), [3, 4])
print(small.indices, sorted(small.indices + large.indices))

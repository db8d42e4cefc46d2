# DataLoader over tensors, in order.
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset, TensorDataset

class Squares(Dataset):
    def __init__(self, n):
        self.x = torch.arange(float(n))

    def __len__(self):
        return self.x.size(0)

    def __getitem__(self, i):
        return self.x[i], self.x[i] ** 2, i

torch.manual_seed(0)
train = TensorDataset(torch.randn(22, 3), torch.randint(0, 2, (22,)))
loader = DataLoader(train, batch_size=5, num_workers=0)
model = nn.Sequential(nn.Linear(3, 8), nn.Dropout(0.2), nn.Linear(8, 2))
opt = torch.optim.Adam(model.parameters(), lr=0.05)
for epoch in range(2):
    running = 0
    for i, (x, y) in enumerate(loader):
        opt.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        opt.step()
        running += loss.item()
    print(epoch, i, len(loader), len(loader.dataset), running / len(loader))
for x, y, i in DataLoader(Squares(7), batch_size=3, drop_last=True):
    print(x, y, i)
x, y = next(iter(loader))
print(x.shape, y.tolist())
print(train[2][1], len(train))

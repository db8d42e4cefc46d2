# What stands between the brackets goes to __getitem__ as it is, and `in` gives
# a bool whatever __contains__ returns.
import torch
import torch.nn as nn
from torch.utils.data import Dataset, TensorDataset


class Kinds:
    def __getitem__(self, key):
        return key

    def __contains__(self, key):
        return key - 1


class Table(Dataset):
    def __init__(self, x):
        self.x = x

    def __len__(self):
        return len(self.x)

    def __getitem__(self, ix):
        return self.x[ix] * 2


class Curve:
    def __getitem__(self, t):
        return t * t


class Bank(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.arange(8.0).view(4, 2))

    def __getitem__(self, k):
        return self.w[k]


kinds = Kinds()
print(kinds[torch.tensor(3)], kinds[torch.tensor(1.75)], kinds[True], kinds[2], kinds["a"])
print(kinds[1, torch.tensor([2])], kinds[0.5])
print(3 in kinds, 1 in kinds, 3 not in kinds, torch.tensor(1.0) in kinds, torch.tensor(2.5) in kinds)
table = Table(torch.arange(5.0))
print(table[torch.tensor([1, 3])], table[torch.tensor(2)], table[-1], table[1:3])
pairs = TensorDataset(torch.arange(6.0).view(3, 2), torch.arange(3))
print(pairs[torch.tensor([0, 2])], pairs[1], pairs[1:])
t = torch.tensor(1.5, requires_grad=True)
y = Curve()[t]
y.backward()
print(y, t.grad)
bank = Bank()
print(bank[torch.tensor([2])], bank[torch.tensor([True, False, True, False])], bank[1])
layers = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
print(layers[True], layers[1:])

# __setattr__ and __getattr__ called by name; objects as numbers and indices.
import torch
from torch import nn


class Tree(nn.Module):
    def __init__(self):
        super().__init__()
        for i in range(2):
            self.__setattr__("level_%d" % i, nn.Linear(2, 2 + i))

    def forward(self, x):
        return [self.__getattr__("level_%d" % i)(x).shape for i in range(2)]


tree = Tree()
print(tree, tree(torch.ones(1, 2)), len(list(tree.parameters())))


class Number:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value

    def __float__(self):
        return self.value + 0.5

    def __int__(self):
        return self.value


n = Number(1)
print([10, 20, 30][n], (4, 5, 6)[n], float(n), int(n))
n.__setattr__("value", 2)
n.__setattr__("other", "x")
print([10, 20, 30][n], n.other, n.__getattribute__("value"))
n.__delattr__("other")
print(hasattr(n, "other"))
class LN(nn.Module):
    def __init__(self, s):
        super().__init__()
        self.s = torch.Size(s) if isinstance(s, list) else s
    def forward(self, x):
        dims = [-(i + 1) for i in range(len(self.s))]
        return x.mean(dim=dims, keepdim=True)
print(LN([2, 3])(torch.ones(4, 2, 3)).shape)
z = torch.arange(24.0).reshape(2, 3, 4)
dims = [d for d in range(z.dim()) if d != 1]
print(z.mean(dims), z.sum(dim=[d for d in range(z.dim()) if d != 2], keepdim=True).shape)

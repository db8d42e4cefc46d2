# Idioms of public models.
import random, string, itertools, copy
from functools import partial
from typing import Optional, Callable, Sequence
from collections import OrderedDict
import torch
import torch.nn as nn
import torch.nn.functional as F
from itertools import repeat
import collections.abc
def _ntuple(n):
    def parse(x):
        if isinstance(x, collections.abc.Iterable) and not isinstance(x, str):
            return tuple(x)
        return tuple(repeat(x, n))
    return parse
to_2tuple = _ntuple(2)
print(to_2tuple(3), to_2tuple((1, 2)))
class Block(nn.Module):
    def __init__(self, dim, norm_layer: Optional[Callable[..., nn.Module]] = None, act=nn.ReLU):
        super().__init__()
        if norm_layer is None:
            norm_layer = partial(nn.LayerNorm, eps=1e-6)
        self.norm = norm_layer(dim)
        self.seq = nn.Sequential(OrderedDict([("fc", nn.Linear(dim, dim)), ("act", act())]))
    def forward(self, x):
        return x + self.seq(self.norm(x))
torch.manual_seed(0)
blocks = nn.ModuleList([copy.deepcopy(b) for b in [Block(4)] for _ in range(2)])
x = torch.randn(2, 4)
for b in blocks:
    x = b(x)
print(x)
all_letters = string.ascii_letters + " .,;'"
def letterToIndex(letter):
    return all_letters.find(letter)
def lineToTensor(line):
    tensor = torch.zeros(len(line), 1, len(all_letters))
    for li, letter in enumerate(line):
        tensor[li][0][letterToIndex(letter)] = 1
    return tensor
print(lineToTensor("Jones").size(), lineToTensor("ab").argmax(-1).view(-1))
class CfgNode:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)
    def merge_from_dict(self, d):
        self.__dict__.update(d)
C = CfgNode(a=1, b=None)
C.merge_from_dict({"b": 4, "lr": 0.1})
print(C.a, C.b, C.lr)
type_given = C.a is not None
params_given = all([C.a is not None, C.b is not None])
assert type_given ^ params_given or True
lens = [len(w) for w in ["ab", "c"]]
print(torch.eye(len(set(lens))), torch.zeros([l for l in lens]).shape)
print(sum(p.numel() for p in blocks.parameters()), list(map(partial(pow, 2), [1, 2, 3])))
torch.use_deterministic_algorithms(True, warn_only=True)
print(torch.get_default_device())

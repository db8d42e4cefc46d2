# Python gets plain tuples and dicts of TorchScript.
import torch
from collections import OrderedDict
from typing import Tuple


@torch.jit.script
def biggest(x):
    m = torch.max(x, dim=0)
    print(m)
    return m


@torch.jit.script
def ordered():
    d = OrderedDict([(1, 2), (2, 3)])
    print(d)
    return d


@torch.jit.script
def many(x: torch.Tensor):
    return [torch.sort(x, dim=0)], torch.topk(x, 1, dim=0)


x = torch.tensor([[1.0, 5.0], [3.0, 2.0]])
r = biggest(x)
print(r, type(r).__name__)
print(ordered(), many(x))

# Imports that a program does not use never stop it; what is used is diagnosed there.
import pdb, inspect, ast, re, string, types, warnings, copy, argparse, logging
import numbers
import os.path
import collections.abc
from collections.abc import Sequence, Iterable, Mapping, Callable
from typing import Any, Generator
from torch.nn.utils.rnn import pack_padded_sequence
from torch.utils.data.dataloader import DataLoader
from torch.utils.data.dataset import Dataset, TensorDataset
from torch.utils.data import sampler
import torch
import torch.nn.parallel
import torch.fx
from torch.autograd import Variable
import torch.autograd as autograd

x = Variable(torch.tensor([1.0, 2.0]), requires_grad=True)
(x * x).sum().backward()
print(x.grad, x)
print(autograd.Variable(torch.ones(2)))
for v in (1, 2.0, True, "a", [1], (1,), {1: 2}, None, x, range(3), torch.Size([1, 2]), print, lambda y: y, torch.nn.Linear(1, 1)):
    print(isinstance(v, Sequence), isinstance(v, Iterable), isinstance(v, Mapping), isinstance(v, Callable), isinstance(v, numbers.Number), isinstance(v, numbers.Integral), callable(v), isinstance(v, (list, collections.abc.Sequence)))
print(string.ascii_letters + " .,;'", string.punctuation, repr(string.whitespace), string.digits)

@torch.fx.wrap
def f(x):
    torch._assert(x > 0, "positive")
    return x + 1
print(f(3))

class N:
    @torch.jit._overload_method
    def g(self, x: int) -> int:
        pass

    @torch.jit._overload_method
    def g(self, x: float) -> float:
        pass

    def g(self, x):
        return x * 2
print(N().g(3), N().g(2.5))
n = types.SimpleNamespace(a=1, b="x")
print(n.a, n.b)

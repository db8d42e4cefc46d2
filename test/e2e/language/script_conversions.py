# What TorchScript converts in silence: tuples where lists are declared, numbers that nobody reads.
from typing import List, Optional, Tuple

import torch


def turn(x, order: List[int]):
    return x.permute(order)


def grow(xs: List[int]):
    xs.append(3)
    return xs


def maybe(xs: Optional[List[int]] = None):
    return xs


def nested(xs: Tuple[List[int], int]):
    return xs


def tensors(xs: List[torch.Tensor]):
    return torch.cat(xs)


class Permuted(torch.nn.Module):
    def forward(self, x):
        return turn(x, order=(1, 0))


@torch.jit.script
def lists(x: int) -> List[int]:
    pair = (x, 2)
    print(grow(pair), pair, maybe((x, 2)), nested(((1, 2), x)), tensors((torch.ones(1), torch.zeros(1))), grow(()))
    return (x, 3)


@torch.jit.script
def unread(x):
    n, _ = x.size()
    for i in range(n):
        _, k = x.max(0)
        x = x + k
    return x


@torch.jit.script
def read_before(x):
    n, m = x.size()
    x = x * m
    for i in range(n):
        m, k = x.max(0)
        x = x + k
    return x


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = torch.nn.GRU(3, 3, batch_first=True)

    @torch.jit.export
    def infer(self, spec):
        b, _, n = spec.size()
        h = torch.zeros((1, b, 3), device=spec.device, dtype=spec.dtype)
        x = torch.zeros((b, 3))
        for i in range(n):
            x = x + spec[:, :, i]
            _, h = self.rnn(x.unsqueeze(1), h)
            x = x + h[0]
        return x

    def forward(self, x):
        return x


print(torch.jit.script(Permuted())(torch.ones(2, 3)).shape)
print(lists(1))
print(unread(torch.ones(2, 3)))
print(read_before(torch.ones(2, 3)))
torch.manual_seed(0)
print(torch.jit.script(Net()).infer(torch.ones(1, 3, 4)))

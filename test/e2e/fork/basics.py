# fork and wait of functions, methods, modules and builtins, with every kind of
# argument, in both modes.
from typing import List, Tuple

import torch


def scale(x: torch.Tensor, by: float = 2.0, shift: int = 0) -> torch.Tensor:
    return x * by + shift


@torch.jit.script
class Multiplier:
    def __init__(self, k: int):
        self.k = k

    def apply(self, x: torch.Tensor) -> torch.Tensor:
        return x * self.k


class Layer(torch.nn.Module):
    def __init__(self, k: float):
        super().__init__()
        self.k = k

    def helper(self, x: torch.Tensor, n: int) -> torch.Tensor:
        return x * self.k + n

    def forward(self, x: torch.Tensor, n: int = 1) -> torch.Tensor:
        a = torch.jit.fork(self.helper, x, n)
        b = torch.jit.fork(self.helper, x, n=n * 10)
        return torch.jit.wait(a) + b.wait()


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([Layer(1.0), Layer(2.0)])

    def forward(self, x: torch.Tensor) -> List[torch.Tensor]:
        futures = [torch.jit.fork(layer, x, 3) for layer in self.layers]
        return [torch.jit.wait(f) for f in futures]


@torch.jit.script
def kinds(x: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    m = Multiplier(5)
    a = torch.jit.fork(scale, x)
    b = torch.jit.fork(scale, x, shift=1)
    c = torch.jit._fork(scale, x, 3.0, 4)
    d = torch.jit.fork(torch.neg, x)
    e = torch.jit.fork(m.apply, x)
    print(torch.jit.wait(e).sum().item(), torch.jit._wait(e).sum().item())
    return torch.jit.wait(a), torch.jit.wait(b), c.wait(), torch.jit.wait(d)


x = torch.ones(2)
print(kinds(x))
print(torch.jit.script(Model())(x))
f = torch.jit.fork(scale, x, 7.0)
print(torch.jit.wait(f), torch.jit.wait(torch.jit.fork(torch.add, x, x)))
print([torch.jit.wait(g) for g in [torch.jit.fork(scale, x, by=float(i)) for i in range(3)]])
print(Layer(4.0)(x))

# Python runs the methods of a script class as they stand; TorchScript compiles them.
import torch
from typing import List


@torch.jit.script
class Scaled(object):
    def __init__(self, n: int, values: List[float]):
        self.n = n
        self.values = values

    def text(self, x: torch.Tensor) -> str:
        print(x, self.values)
        return f"{x.sum()} {self.n / 2} {self.values[0]}"

    def moved(self, x: torch.Tensor):
        return x.add_(0.5, torch.tensor(2.0)).sum()


@torch.jit.script
def scripted():
    a = Scaled(3, [1.0, 2.5])
    return a.text(torch.ones(2)), a.moved(torch.ones(2))


a = Scaled(3, [1.0, 2.5])
print(a.text(torch.ones(2)), a.moved(torch.ones(2)))
p = torch.ones(3)
print(scripted())

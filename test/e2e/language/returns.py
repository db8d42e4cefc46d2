# Functions whose end TorchScript knows not to be reached.
import torch
from typing import Optional


@torch.jit.script
def raising(a: int) -> int:
    if a > 1:
        return a
    raise ValueError("small")


@torch.jit.script
def asserting(a: int) -> int:
    if a > 1:
        return a
    else:
        assert False, "small"


@torch.jit.script
def set_or_failing(a: int) -> int:
    if a > 1:
        b = a
    else:
        assert False, "small"
    return b


@torch.jit.script
def nothing(a: int) -> None:
    if a > 1:
        return
    print("small", a)


@torch.jit.script
def open_end(a: int):
    if a > 1:
        return a


@torch.jit.script
def guarded(a: int) -> int:
    with torch.no_grad():
        return a + 1


def decided(a: int) -> int:
    if torch.jit.is_scripting():
        return 1


class Switched(torch.nn.Module):
    __constants__ = ["on"]

    def __init__(self):
        super().__init__()
        self.on = True

    def forward(self, x: int) -> int:
        if self.on:
            return x + 1


print(raising(2), asserting(3), set_or_failing(7), nothing(1), nothing(2), open_end(4), open_end(0), guarded(5))
print(torch.jit.script(decided)(2), torch.jit.script(Switched())(6))


# A variable that a loop over modules, which TorchScript unrolls, sets.
class Chain(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([torch.nn.Identity(), torch.nn.ReLU()])

    def forward(self, x):
        for layer in self.layers:
            last = layer(x)
        return last


@torch.jit.script
def half(x: float) -> float:
    return x / 2


@torch.jit.script
def chosen(x: Optional[int]) -> int:
    if x is not None:
        y = x
    else:
        raise ValueError("no number")
    return y


print(torch.jit.script(Chain())(torch.tensor([-1.0, 2.0])), half(3), chosen(4))

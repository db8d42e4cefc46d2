# Powers, remainders, sizes and unions where TorchScript has rules of its own.
import torch
from typing import Tuple, Union


@torch.jit.script
def mixed(a: int, b: float) -> Tuple[float, float]:
    return divmod(a, b)


@torch.jit.script
def mixed_too(a: float, b: int) -> Tuple[float, float]:
    return divmod(a, b)


@torch.jit.script
def power(a: float, b: float):
    return a ** b


@torch.jit.script
def described(x: Union[float, int, torch.Tensor]) -> str:
    return "ok"


print(mixed(1024, -2.0), mixed(7, -2.0), mixed_too(7.5, 2), mixed_too(-7.5, 2))
n = int(torch.tensor([7]).item())
print(mixed(n, -2.0), mixed(n, 3.5))
print(power(0.0, 2.0), power(2.0, -1.0), power(0.0, 0.0))
print(described(1), described(1.5), described(torch.ones(1)))
print(torch.Size([torch.tensor(2), 3]), torch.Size((2, torch.tensor(4))).numel())

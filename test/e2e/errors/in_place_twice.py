# Both results of the task are one tensor.
# expect: COMPILE ERROR 15 place
from typing import Tuple

import torch


def twice(x: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
    y = x * 2
    return y, y

@torch.jit.script
def f(x: torch.Tensor):
    a, b = torch.jit.wait(torch.jit.fork(twice, x))
    a += 5
    return b


print(f(torch.ones(2)))

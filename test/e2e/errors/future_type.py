# expect: COMPILE ERROR 12 float
import torch
from torch.jit import Future


def g(x: int) -> int:
    return x


@torch.jit.script
def f(x: int) -> Future[float]:
    return torch.jit.fork(g, x)


print(f(1).wait())

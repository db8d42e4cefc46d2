# Results of tasks changed in place; the task is awaited once.
import torch
from torch import Tensor
# shared tensor changed after fork, before wait
def rd(x: Tensor) -> Tensor:
    return x * 1
@torch.jit.script
def main(n: int) -> Tensor:
    x = torch.zeros(2)
    f = torch.jit.fork(rd, x)
    y = torch.jit.wait(f)
    x.add_(1)
    g = torch.jit.fork(rd, x)
    z = torch.jit.wait(g)
    x = x + 5
    h = torch.jit.fork(rd, x)
    w = torch.jit.wait(h)
    y.mul_(3)
    return y + z * 10 + w * 100
print(main(1))
from torch import Tensor
from typing import Tuple
def pair(x: Tensor) -> Tuple[Tensor, Tensor]:
    y = x * 2
    return y, y + 1
@torch.jit.script
def loops(n: int):
    x = torch.ones(2)
    a, b = torch.jit.wait(torch.jit.fork(pair, x))
    a += 5
    b -= 1
    print(a, b)
    for i in range(n):
        c = torch.jit.wait(torch.jit.fork(pair, x))[0]
        c *= 3
        print(c)
    f = torch.jit.fork(pair, x)
    for i in range(n):
        d = torch.jit.wait(f)[1]
        print(d)
    r = torch.zeros(2)
    for i in range(n):
        r += torch.jit.wait(torch.jit.fork(pair, x))[0]
    print(r)
loops(3)

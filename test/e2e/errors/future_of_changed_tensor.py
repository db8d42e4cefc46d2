# A list of the run holds what a task gave, not the tensor that it is: that must not change behind it.
import torch
from typing import List, Tuple, Optional
from torch import Tensor
def upd(p: Tensor, g: Tensor, b: Tensor, lr: float) -> Tensor:
    b.mul_(0.5).add_(g)
    p.add_(b, alpha=-lr)
    return p
def only(p: Tensor, g: Tensor):
    p.add_(g)
def maybe(p: Tensor, g: Tensor, c: bool) -> Tensor:
    if c:
        p.add_(g)
        return p
    return g
# in TorchScript, futures in a list of the run
@torch.jit.script
def main(n: int):
    p = torch.ones(3)
    b = torch.zeros(3)
    futs: List[torch.jit.Future[Tensor]] = []
    for i in range(n):
        futs.append(torch.jit.fork(upd, p, torch.ones(3), b, 0.5))
        torch.jit.wait(futs[i])
    outs: List[Tensor] = []
    for f in futs:
        outs.append(torch.jit.wait(f))
    p.mul_(2)
    return p, b, outs
print(main(3))

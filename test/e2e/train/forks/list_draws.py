# Draws of random numbers in tasks whose futures are kept in a list: the
# derivative runs them again, with the same numbers.
from typing import List

import torch
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


def noisy(x, w):
    return F.dropout(torch.tanh(x * w), 0.4)


@torch.jit.script
def main(x, w, n: int):
    futures: List[torch.jit.Future[torch.Tensor]] = []
    for i in range(n):
        futures.append(torch.jit.fork(noisy, x, w))
        x = x * 1.5
    parts: List[torch.Tensor] = []
    for future in futures:
        parts.append(torch.jit.wait(future))
    return torch.stack(parts)


torch.manual_seed(3)
x = torch.randn(7)
w = torch.randn(7, requires_grad=True)
y = main(x, w, int(torch.tensor(4)))
print(y)
y.square().sum().backward()
print(w.grad, torch.rand(2))

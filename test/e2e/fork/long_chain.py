# A chain of 100,000 tasks, and 10,000 tasks at once.
from typing import List

import torch
from torch.jit import Future


def step(f: Future[int], k: int) -> int:
    return (torch.jit.wait(f) * 3 + k) % 10007


def start(k: int) -> int:
    return k


@torch.jit.script
def chain(n: int) -> int:
    f = torch.jit.fork(start, 1)
    for i in range(n):
        f = torch.jit.fork(step, f, i)
    return torch.jit.wait(f)


@torch.jit.script
def batch(n: int) -> int:
    futures: List[Future[int]] = []
    for i in range(n):
        futures.append(torch.jit.fork(start, i))
    s = 0
    for f in futures:
        s += torch.jit.wait(f)
    return s


print(chain(10), batch(10000))
print(chain(100000))

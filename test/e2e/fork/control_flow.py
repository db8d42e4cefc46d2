# Forks in branches, loops with break and continue, early returns, comprehensions,
# with trip counts that depend on data.
from typing import List

import torch
from torch.jit import Future


def work(x: torch.Tensor, k: int) -> torch.Tensor:
    if k % 3 == 0:
        return x
    y = x
    for i in range(k):
        y = y + i
        if bool(y.max() > 20):
            break
    return y


@torch.jit.script
def branches(x: torch.Tensor, n: int) -> torch.Tensor:
    if n > 2:
        f = torch.jit.fork(work, x, n)
        g = torch.jit.fork(work, x, n + 1)
        return torch.jit.wait(f) + torch.jit.wait(g)
    elif n > 1:
        f = torch.jit.fork(work, -x, n)
    else:
        f = torch.jit.fork(work, x, 7)
    return torch.jit.wait(f)


@torch.jit.script
def loops(x: torch.Tensor, limit: float) -> List[float]:
    futures: List[Future[torch.Tensor]] = []
    i = 0
    while i < 20:
        i += 1
        if i % 2 == 0:
            continue
        if float(x.sum().item()) * i > limit:
            break
        futures.append(torch.jit.fork(work, x, i))
    out: List[float] = []
    for f in futures:
        v = torch.jit.wait(f).sum().item()
        if float(v) < 0:
            continue
        out.append(float(v))
    return out


@torch.jit.script
def by_data(x: torch.Tensor) -> int:
    n = int(x.sum().item())
    futures = [torch.jit.fork(work, x, i) for i in range(n)]
    s = 0
    for i in range(n):
        r = torch.jit.wait(futures[i])
        s += int(r.sum().item()) * i
        if s > 500:
            return s
    return -s


@torch.jit.script
def per_row(x: torch.Tensor) -> torch.Tensor:
    futures = [torch.jit.fork(work, row, 4) for row in x]
    parts = [torch.jit.wait(f) for f in futures]
    return torch.stack(parts).sum(0)


def search(values: List[int], target: int) -> int:
    for i, v in enumerate(values):
        if v == target:
            return i
    return -1


@torch.jit.script
def first_found(values: List[List[int]], target: int) -> int:
    futures = [torch.jit.fork(search, v, target) for v in values]
    for i in range(len(futures)):
        at = torch.jit.wait(futures[i])
        if at >= 0:
            return i * 100 + at
    return -1


x = torch.ones(3)
print(branches(x, 5), branches(x, 2), branches(x, 0))
print(loops(x, 25.0), loops(x, 1.0))
print(by_data(x * 2), by_data(x))
print(per_row(torch.arange(6.0).reshape(3, 2)))
print(first_found([[1, 2], [3, 4, 5], [5]], 5), first_found([[1]], 9))

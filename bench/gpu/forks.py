# A hundred forks of a small function.
from typing import List

import time

import torch

COUNT = 20  # small: 2


def foo(x):
    return torch.neg(x)


@torch.jit.script
def example(x):
    futures: List[torch.jit.Future[torch.Tensor]] = []
    for _ in range(100):
        futures.append(torch.jit.fork(foo, x))
    results = []
    for future in futures:
        results.append(torch.jit.wait(future))
    return torch.sum(torch.stack(results))


x = torch.ones([]).to("cuda")
total = example(x).item()
best = 1e9
for _ in range(5):
    start = time.perf_counter()
    for _ in range(COUNT):
        total = example(x).item()
    best = min(best, (time.perf_counter() - start) / COUNT)
print("forks_100", best * 1e6, "us")

# Tasks that fork tasks: trees, diamonds, fan-in, chains, irregular graphs.
from typing import List

import torch
from torch.jit import Future


def leaf(seed: int) -> int:
    x = seed
    for _ in range(10):
        x = (x * 1103515245 + 12345) % 2147483648
    return x % 1000


def level1(n: int) -> int:
    futures = [torch.jit.fork(leaf, n * 7 + i) for i in range(3)]
    s = 0
    for f in futures:
        s += torch.jit.wait(f)
    return s


def level2(n: int) -> int:
    a = torch.jit.fork(level1, n)
    b = torch.jit.fork(level1, n + 1)
    c = level1(n + 2)
    return torch.jit.wait(b) - torch.jit.wait(a) + c


@torch.jit.script
def tree(n: int) -> List[int]:
    futures: List[Future[int]] = []
    for i in range(n):
        futures.append(torch.jit.fork(level2, i))
    return [torch.jit.wait(f) for f in futures]


def add_one(f: Future[int], k: int) -> int:
    return torch.jit.wait(f) + k


@torch.jit.script
def chain(n: int) -> int:
    f = torch.jit.fork(leaf, 1)
    for i in range(n):
        f = torch.jit.fork(add_one, f, i)
    return torch.jit.wait(f)


def sum_of(futures: List[Future[int]]) -> int:
    s = 0
    for f in futures:
        s += torch.jit.wait(f)
    return s


@torch.jit.script
def fan_in(n: int) -> int:
    shared: List[Future[int]] = []
    for i in range(n):
        shared.append(torch.jit.fork(leaf, i))
    waiters = [torch.jit.fork(sum_of, shared) for _ in range(5)]
    return sum_of(waiters)


@torch.jit.script
def irregular(n: int) -> int:
    done: List[Future[int]] = [torch.jit.fork(leaf, 0)]
    x = 12345
    for i in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        a = done[x % len(done)]
        k = x // 65536 % 7
        done.append(torch.jit.fork(add_one, a, k))
        if k > 4:
            done.append(torch.jit.fork(sum_of, [a, done[len(done) - 1]]))
    s = 0
    for f in done:
        s = (s * 31 + torch.jit.wait(f)) % 1000003
    return s


print(tree(4))
print(chain(100), chain(0))
print(fan_in(20))
print(irregular(60))

# Arguments are bound when the task is forked; lists and tensors are shared, and
# what a task changes in them is seen after the wait.
from typing import List

import torch


def read(x: torch.Tensor, k: int) -> torch.Tensor:
    return x * k


def fill(out: torch.Tensor, i: int) -> int:
    out[i] = i * 10
    return i


def extend(l: List[int], n: int) -> int:
    for i in range(n):
        l.append(i)
    return len(l)


@torch.jit.script
def bindings(x: torch.Tensor) -> List[torch.Tensor]:
    futures = [torch.jit.fork(read, x, 0)]
    k = 1
    y = x
    while k < 4:
        futures.append(torch.jit.fork(read, y, k))
        y = y + 1
        k += 1
    k = 100
    x = x * 1000
    return [torch.jit.wait(f) for f in futures]


@torch.jit.script
def shared_list(n: int) -> List[int]:
    l = [7]
    f = torch.jit.fork(extend, l, n)
    k = torch.jit.wait(f)
    l.append(k)
    return l


@torch.jit.script
def shared_tensor(n: int) -> torch.Tensor:
    out = torch.zeros(n)
    for i in range(n):
        f = torch.jit.fork(fill, out, i)
        torch.jit.wait(f)
    return out


@torch.jit.script
def grad_mode(x: torch.Tensor):
    with torch.no_grad():
        f = torch.jit.fork(read, x, 2)
    g = torch.jit.fork(read, x, 3)
    return torch.jit.wait(f).requires_grad, torch.jit.wait(g).requires_grad


print(bindings(torch.ones(2)))
print(shared_list(3))
print(shared_tensor(4))
print(grad_mode(torch.ones(1, requires_grad=True)))

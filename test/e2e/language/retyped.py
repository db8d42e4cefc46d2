# A variable may get another type in the block that defines it; Optional in and out of branches.
from typing import List, Optional

import torch


def find(values: List[int], wanted: int) -> Optional[int]:
    for i, x in enumerate(values):
        if x == wanted:
            return i
    return None


@torch.jit.script
def one_block(n: int):
    x = n
    print(x)
    x = "text"
    print(x)
    y = [1]
    y = torch.ones(2)
    print(y)
    if n > 2:
        w = 1
        w = "a"
        print(w)
    for i in range(2):
        q = i
        q = float(i)
        print(q)
    for z in (1, 2.0, "a"):
        last = z
    print(last)
    n = "parameter"
    print(n)
    return x


@torch.jit.script
def converted(n: int, t: torch.Tensor):
    s = 0.0
    k = 0
    for i in range(n):
        s = t.sum()
        k = (t.sum() + 1).long()
    return s, k


@torch.jit.script
def optionals(n: int):
    p = find([1, 2, n], 3)
    if p is not None:
        print("at", p)
        p = None
    q = find([4, 5, n], n)
    if q is None:
        q = 5
    if p is None:
        p = 7
    return q + p


@torch.jit.script
def starred():
    first, *rest = (1, 2.5, "c")
    print(first, rest)


print(one_block(3))
print(converted(3, torch.ones(2)))
print(optionals(3), optionals(6))
starred()

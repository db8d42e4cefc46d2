# TorchScript: variables of a block end with it; empty lists and None take the
# types that are declared.
from enum import Enum
from typing import Dict, List, NamedTuple, Optional, Tuple

import torch


@torch.jit.script
def f(x: torch.Tensor) -> Tuple[torch.Tensor, List[float]]:
    return x, []


print(f(torch.ones(2)))


@torch.jit.script
def f2(x: torch.Tensor) -> Tuple[int, Tuple[List[int], int]]:
    return 1, ([], 1)


print(f2(torch.ones(2)))


class Tok(NamedTuple):
    kind: str
    num: Optional[float]


@torch.jit.script
def g(x: torch.Tensor) -> int:
    out: List[Tok] = []
    for i in range(int(x.sum())):
        out.append(Tok("n", 1.0))
    out = out + [Tok("end", None)]
    out = [Tok("start", None)] + out
    print(out)
    return len(out)


print(g(torch.ones(2)))


@torch.jit.script
def h(xs: List[float], x: torch.Tensor) -> int:
    for b in xs:
        v = b * 2
        print(v)
    for i in range(3):
        v = i * 2
        b = str(v)
        print(v, b)
    n = int(x.sum())
    if n > 2:
        t = 1.5
        print(t)
    else:
        q = 3
        t = 4.0
        print(q, t)
    print(t)
    while n > 0:
        q = [n]
        n -= 1
        print(q)
    for i in range(n, 2):
        w: int = i
        print(w)
    for i in range(n, 2):
        w: float = float(i)
        print(w)
    return n


print(h([1.0, 2.5], torch.ones(3)))


class Col(Enum):
    R = 1
    G = 2


@torch.jit.script
def k(n: int):
    print(Col.R, [Col.R], (Col.R, 1), {"a": Col.R}, str(Col.R), f"{Col.R}")
    c = Col.R
    if n > 2:
        c = Col.G
    print(c)
    print(len([x for x in Col]))


k(int(torch.ones(3).sum()))

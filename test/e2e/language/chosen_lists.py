# Lists and dicts that a path chooses stay the ones that they are.
import torch
from torch import Tensor
from typing import List, Dict
def pick(a: List[int], b: List[int], t: Tensor) -> List[int]:
    if bool(t.sum() > 0):
        return a
    return b
def first(ls: List[List[int]], t: Tensor) -> List[int]:
    for l in ls:
        if bool(t.sum() > len(l)):
            return l
    return ls[0]
@torch.jit.script
def main(t: Tensor, n: int):
    a = [1, 2]
    b = [3]
    m = pick(a, b, t)
    m[0] = 7
    print(a, b, m)
    x = [1]
    y = [2]
    for i in range(n):
        if i == 1:
            x = y
        x[0] = 50 + i
    print(x, y)
    ls = [[1, 2, 3], [4]]
    f = first(ls, t)
    f[0] = 99
    print(ls)
    d = {"a": 1}
    e = {"a": 2}
    if bool(t.sum() > 0):
        g = d
    else:
        g = e
    g["a"] = 5
    print(d, e, g)
main(torch.ones(2), int(torch.tensor(3)))

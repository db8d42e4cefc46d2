# Lists and dicts that Python gives to TorchScript, or takes from it, are copies;
# the tensors in them are not.
from typing import Dict, List, Tuple

import torch
from torch import Tensor


@torch.jit.script
def grow(xs: List[Tensor]) -> int:
    xs.append(xs[0] + 1)
    xs[0] = xs[0] + 5
    return len(xs)


@torch.jit.script
def change(xs: List[Tensor]):
    xs[1].mul_(3)


@torch.jit.script
def bump(d: Dict[str, Tensor]):
    d["a"] = d["a"] + 1
    d["new"] = d["a"] * 2
    return d


@torch.jit.script
def nested(pair: Tuple[List[int], List[List[int]]]) -> int:
    pair[0].append(7)
    pair[1][0].append(8)
    return len(pair[0]) + len(pair[1][0])


@torch.jit.script
class Bag:
    def __init__(self, xs: List[int]):
        self.xs = xs

    def add(self, x: int) -> List[int]:
        self.xs.append(x)
        return self.xs


xs = [torch.zeros(2), torch.ones(2)]
print(grow(xs), len(xs), xs[0])
change(xs)
print(xs[1])
d = {"a": torch.zeros(2)}
e = bump(d)
print(d["a"], len(d), e["a"], e["new"])
flat, deep = [1], [[2], [3]]
print(nested((flat, deep)), flat, deep)

n = int(torch.tensor(3).item())
runtime = [torch.full((2,), float(i)) for i in range(n)]
print(grow(runtime), len(runtime), runtime[0], runtime[1])
numbers = [i for i in range(n)]
bag = Bag(numbers)
taken = bag.add(5)
taken.append(6)
numbers.append(7)
print(numbers, taken, bag.add(8))


@torch.jit.script
def outer(xs: List[int]) -> int:
    ys = xs
    ys.append(1)
    return len(xs)


print(outer([1, 2]))

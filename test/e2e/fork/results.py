# What a task can return: None, numbers, strings, tuples, named tuples, lists,
# dicts, Optional, several tensors; and what it can be given.
from typing import Dict, List, NamedTuple, Optional, Tuple

import torch


class Pair(NamedTuple):
    left: torch.Tensor
    right: int


def nothing(x: torch.Tensor) -> None:
    y = x + 1


def scalars(n: int, x: float) -> Tuple[int, float, bool, str]:
    return n + 1, x * 2, n > 2, "n" + str(n)


def named(x: torch.Tensor) -> Pair:
    return Pair(x * 3, x.size(0))


def a_list(n: int) -> List[int]:
    return [i * n for i in range(n)]


def a_dict(x: torch.Tensor) -> Dict[str, torch.Tensor]:
    return {"sum": x.sum(), "mean": x.mean()}


def maybe(n: int) -> Optional[int]:
    if n % 2 == 0:
        return n // 2
    return None


def use(p: Pair, words: List[str], d: Dict[str, int], o: Optional[int]) -> str:
    s = ""
    for w in words:
        s = s + w + str(d.get(w, 0))
    if o is not None:
        s = s + "!" + str(o)
    return s + str(p.right)


@torch.jit.script
def run(x: torch.Tensor, n: int):
    f0 = torch.jit.fork(nothing, x)
    f1 = torch.jit.fork(scalars, n, 0.25)
    f2 = torch.jit.fork(named, x)
    f3 = torch.jit.fork(a_list, n)
    f4 = torch.jit.fork(a_dict, x)
    f5 = [torch.jit.fork(maybe, i) for i in range(n)]
    torch.jit.wait(f0)
    a, b, c, d = torch.jit.wait(f1)
    print(a, b, c, d)
    p = torch.jit.wait(f2)
    print(p.left.sum().item(), p.right, torch.jit.wait(f3))
    for k, v in torch.jit.wait(f4).items():
        print(k, v.item())
    for f in f5:
        print(torch.jit.wait(f))
    g = torch.jit.fork(use, p, ["a", "b"], {"b": 7}, None)
    h = torch.jit.fork(use, p, ["z"], {"z": n}, 5)
    return torch.jit.wait(g), torch.jit.wait(h), torch.jit.wait(f2)


print(run(torch.arange(3.0), 4))
print(torch.jit.wait(torch.jit.fork(scalars, 1, 1.0)), torch.jit.wait(torch.jit.fork(maybe, 3)))

# What TorchScript takes from Python: numbers for floats, text for devices,
# a Size for a list, ignored functions, and types that are one of several.

from typing import Any, List, NamedTuple, Optional, Union

import torch


@torch.jit.script
def mean(xs: List[float]) -> float:
    total = 0.0
    for x in xs:
        total += x
    return total / len(xs)


print(mean([1, 2, 4]), mean([1, 2.5]))


@torch.jit.script
def place(d: torch.device):
    return d


print(place("cpu"), place(torch.device("cpu")))


@torch.jit.script
def sizes(x, keep: bool) -> List[int]:
    if keep:
        return x.size()
    return x.shape[1:]


print(sizes(torch.ones(2, 3), True), sizes(torch.ones(2, 3), False))


@torch.jit.ignore
def log(x: int) -> int:
    names = {i: str(i) for i in range(x)}
    print("log", names)
    return len(names)


@torch.jit.script
def logged(x: int) -> int:
    return log(x) + 1


print(logged(3))


@torch.jit.script
def letters(a: int, b: int) -> str:
    return "<%c%c|%s>" % (a, b, a)


print(letters(72, 105))


@torch.jit.script
def kinds(x: Any):
    return (
        torch.jit.isinstance(x, Optional[torch.Tensor]),
        torch.jit.isinstance(x, Union[int, torch.Tensor]),
        torch.jit.isinstance(x, Union[str, float]),
    )


print(kinds(torch.ones(2)), kinds(1), kinds(1.5), kinds("s"))


class Point(NamedTuple):
    x: int
    y: int = 2


@torch.jit.script
def field(p: Point) -> int:
    return getattr(p, "z", 7) + getattr(p, "y", 100)


print(field(Point(1)))
print(getattr(Point(3), "x", None), getattr(Point(3), "w", None))


@torch.jit.script
def old(x, n):
    # type: (torch.Tensor, int)
    return x + n


print(old(torch.ones(2), 3))

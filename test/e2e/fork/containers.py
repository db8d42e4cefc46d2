# Futures in lists, dicts, tuples, Optional, arguments, results and futures.
from typing import Dict, List, Optional, Tuple

import torch
from torch.jit import Future


def double(x: torch.Tensor) -> torch.Tensor:
    return x * 2


def square(n: int) -> int:
    return n * n


def wait_both(a: Future[int], b: Future[int]) -> int:
    return torch.jit.wait(a) + torch.jit.wait(b)


def launch(n: int) -> Future[int]:
    return torch.jit.fork(square, n)


def launch_list(n: int) -> List[Future[int]]:
    out: List[Future[int]] = []
    for i in range(n):
        out.append(torch.jit.fork(square, i))
    return out


def total(futures: List[Future[int]]) -> int:
    s = 0
    for f in futures:
        s += torch.jit.wait(f)
    return s


@torch.jit.script
def lists(x: torch.Tensor, n: int) -> int:
    futures: List[Future[torch.Tensor]] = []
    for i in range(n):
        futures.append(torch.jit.fork(double, x + i))
    s = 0.0
    for i in range(len(futures)):
        s += torch.jit.wait(futures[len(futures) - 1 - i]).sum().item()
    first = futures[0]
    last = futures.pop()
    print(s, len(futures), torch.jit.wait(first).sum().item() + torch.jit.wait(last)[0].item())
    return total(launch_list(n))


@torch.jit.script
def dicts(x: torch.Tensor) -> Dict[str, torch.Tensor]:
    futures: Dict[str, Future[torch.Tensor]] = {}
    for name in ["a", "b", "c"]:
        futures[name] = torch.jit.fork(double, x * float(len(futures)))
    out: Dict[str, torch.Tensor] = {}
    for name, f in futures.items():
        out[name] = torch.jit.wait(f)
    return out


@torch.jit.script
def tuples(n: int) -> Tuple[int, int]:
    pair = (torch.jit.fork(square, n), torch.jit.fork(double, torch.ones(n)))
    a, b = pair
    nested: List[Tuple[int, Future[int]]] = []
    for i in range(n):
        nested.append((i, torch.jit.fork(square, i + 1)))
    s = 0
    for i, f in nested:
        s += i * torch.jit.wait(f)
    return torch.jit.wait(a) + int(torch.jit.wait(b).sum().item()), s


@torch.jit.script
def optional(flag: bool, n: int) -> int:
    f: Optional[Future[int]] = None
    if flag:
        f = torch.jit.fork(square, n)
    r = -1
    if f is not None:
        r = torch.jit.wait(f)
    return r


@torch.jit.script
def arguments(n: int) -> int:
    a = torch.jit.fork(square, n)
    b = torch.jit.fork(square, n + 1)
    both = torch.jit.fork(wait_both, a, b)
    inner = torch.jit.wait(torch.jit.fork(launch, n))
    return torch.jit.wait(both) * 1000 + torch.jit.wait(inner)


print(lists(torch.ones(2), 4))
print(dicts(torch.ones(2)))
print(tuples(3))
print(optional(True, 5), optional(False, 5))
print(arguments(3))

# Lists, dicts and loops whose extent depends on data.
from typing import Dict, List, Tuple

import torch


@torch.jit.script
def split_runs(x: torch.Tensor) -> List[List[int]]:
    runs: List[List[int]] = []
    current: List[int] = []
    for i in range(x.numel()):
        v = int(x[i].item())
        if len(current) > 0 and current[-1] > v:
            runs.append(current)
            current = []
        current.append(v)
    runs.append(current)
    return runs


@torch.jit.script
def primes(n: int) -> List[int]:
    found: List[int] = []
    k = 2
    while len(found) < n:
        prime = True
        for p in found:
            if p * p > k:
                break
            if k % p == 0:
                prime = False
                break
        if prime:
            found.append(k)
        k += 1
    return found


@torch.jit.script
def histogram(x: torch.Tensor) -> Dict[int, int]:
    counts: Dict[int, int] = {}
    for v in x:
        k = int(v.item())
        counts[k] = counts.get(k, 0) + 1
    return counts


@torch.jit.script
def growing(n: int) -> torch.Tensor:
    parts: List[torch.Tensor] = []
    i = 1
    while i < n:
        parts.append(torch.ones(i, 2) * i)
        i *= 2
    return torch.cat(parts, 0).sum(1)


@torch.jit.script
def stack_machine(program: List[str]) -> float:
    stack: List[float] = []
    for word in program:
        if word == "+":
            stack.append(stack.pop() + stack.pop())
        elif word == "*":
            stack.append(stack.pop() * stack.pop())
        elif word == "neg":
            stack.append(-stack.pop())
        else:
            stack.append(float(word))
    return stack[0]


@torch.jit.script
def count_down(x: torch.Tensor) -> Tuple[int, torch.Tensor]:
    steps = 0
    while bool(x.sum() > 1.0):
        x = x[:-1] if x.size(0) > 2 else x * 0.5
        steps += 1
    return steps, x


print(split_runs(torch.tensor([1, 3, 2, 5, 7, 0])))
print(primes(10))
print(histogram(torch.tensor([1, 2, 1, 5, 2, 1])))
print(growing(9))
print(stack_machine(["2", "3", "+", "4", "*", "neg"]))
print(count_down(torch.ones(5)))

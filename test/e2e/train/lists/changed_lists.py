# Lists that functions change, reverse and add to, and gradients of what they hold.
import torch
from typing import List, Tuple

def reverse(lst: List[torch.Tensor]) -> List[torch.Tensor]:
    return lst[::-1]

@torch.jit.script
def plus_eq(x: torch.Tensor, n: int):
    outs: List[torch.Tensor] = []
    for i in range(n):
        x = torch.tanh(x * 1.1)
        outs += [x, x * 2]
    return torch.stack(outs).pow(2).sum()

@torch.jit.script
def concat(x: torch.Tensor, n: int):
    outs: List[torch.Tensor] = []
    for i in range(n):
        x = torch.tanh(x * 1.1)
        outs = outs + [x]
    return torch.stack(outs).pow(2).sum()

@torch.jit.script
def rev(x: torch.Tensor, n: int):
    outs: List[torch.Tensor] = []
    for i in range(n):
        x = torch.tanh(x * 1.1)
        outs.append(x)
    outs.reverse()
    return (torch.stack(outs) * torch.arange(float(n)).unsqueeze(1)).sum()

@torch.jit.script
def sliced(x: torch.Tensor, n: int):
    outs: List[torch.Tensor] = []
    for i in range(n):
        x = torch.tanh(x * 1.1)
        outs.append(x)
    outs = outs[::-1]
    return (torch.stack(outs) * torch.arange(float(n)).unsqueeze(1)).sum() + torch.stack(outs[1:]).sum()

@torch.jit.script
def inserted(x: torch.Tensor, n: int):
    outs: List[torch.Tensor] = []
    for i in range(n):
        x = torch.tanh(x * 1.1)
        outs.insert(0, x)
    return (torch.stack(outs) * torch.arange(float(n)).unsqueeze(1)).sum()

@torch.jit.script
def assigned(x: torch.Tensor, n: int):
    outs = [x for _ in range(n)]
    for i in range(1, n):
        outs[i] = torch.tanh(outs[i - 1] * 1.1)
    return (torch.stack(outs) * torch.arange(float(n)).unsqueeze(1)).sum()

@torch.jit.script
def popped(x: torch.Tensor, n: int):
    stack: List[torch.Tensor] = []
    for i in range(n):
        x = torch.tanh(x * 1.1)
        stack.append(x)
    s = torch.zeros(1)
    k = 1.0
    while len(stack) > 1:
        a = stack.pop()
        b = stack.pop()
        stack.append(torch.sin(a * b + a))
        k += 1.0
    return stack[0].sum() * k

@torch.jit.script
def extended(x: torch.Tensor, n: int):
    a: List[torch.Tensor] = []
    b: List[torch.Tensor] = []
    for i in range(n):
        x = torch.tanh(x * 1.1)
        a.append(x)
        b.append(x * x)
    a.extend(b)
    b.append(x)
    a.extend(a)
    w = torch.arange(float(len(a))).unsqueeze(1)
    return (torch.stack(a) * w).sum() + (torch.stack(b) * 3).sum()

@torch.jit.script
def pairs(x: torch.Tensor, n: int):
    out: List[Tuple[torch.Tensor, torch.Tensor]] = []
    for i in range(n):
        x = torch.tanh(x * 1.1)
        out += [(x, x * 2)]
    s = torch.zeros(1)
    for a, b in out:
        s = s + (a * b).sum()
    return s.sum()

@torch.jit.script
def late_append(x: torch.Tensor, n: int):
    outs: List[torch.Tensor] = []
    h = x
    for i in range(n):
        h = torch.tanh(h + 0.1)
        outs.append(h)
    y = outs[-1].sum() + outs[0].sum() * 2
    outs.append(h * 3)
    return y * len(outs)

@torch.jit.script
def read_while_growing(x: torch.Tensor, n: int):
    outs = [x]
    total = torch.zeros(1)
    for i in range(n):
        total = total + (outs[-1] * outs[0]).sum()
        outs = outs + [torch.sin(outs[i] * 1.1)]
        total = total + outs[-1].sum() * len(outs)
    return total.sum()

torch.manual_seed(0)
for k in range(2):
    n = int(torch.randint(3, 6, (1,)))
    for f in (plus_eq, concat, rev, sliced, inserted, assigned, popped, extended, pairs,
              late_append, read_while_growing):
        x = torch.randn(4, requires_grad=True)
        y = f(x, n)
        y.backward()
        print("%.5f" % y, x.grad)

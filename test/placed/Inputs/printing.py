# Texts of tensors that are on other devices say so.
from typing import Dict, List, Optional

import torch

a = torch.tensor([1.0, 2.0]).to("cuda:0")
b = torch.arange(6, device="cuda:1").reshape(2, 3)
print(a)
print(b)
print(a.cpu(), b.cpu())
print(a.double(), b.int())
print([a, b], (a,), {"a": b})
print(f"{a}", str(b), repr(a))
print(torch.tensor(3.5).cuda(), f"{torch.tensor(3.5).cuda()}", f"{torch.tensor(3.5).cuda()!r}")
print(torch.zeros(0, device="cuda:0"), torch.zeros(2, 0, device="cuda:1"))
print(torch.zeros(2, 0, device="cuda:1", dtype=torch.int64))
print(torch.zeros(2, device="cuda:1", dtype=torch.bool))
x = torch.ones(2, 2, device="cuda:1", requires_grad=True)
print(x)
y = x * 2
print(y)
print(y.detach())
# What no longer fits in the line goes to the next.
print(torch.linspace(0, 1, 7, device="cuda:0"))
print(torch.linspace(0, 1, 8, device="cuda:0", dtype=torch.float64))
print(torch.linspace(0, 1, 6, device="cuda:0", dtype=torch.float64))
print((torch.linspace(0, 1, 6, device="cuda:0").requires_grad_() * 2))
print(a.max(), torch.max(b, 1))


def count(n):
    return int((torch.arange(9) < n).sum())


rows = []
for i in range(count(3)):
    rows.append(a * i)
print(rows)
print(f"{rows[1]} {len(rows)}")
named = {}
for i in range(count(2)):
    named[str(i)] = b + i
print(named)


@torch.jit.script
def grown(x: torch.Tensor, n: int) -> List[torch.Tensor]:
    out: List[torch.Tensor] = []
    for i in range(n):
        out.append(x + i)
    return out


@torch.jit.script
def found(x: torch.Tensor, n: int) -> Optional[torch.Tensor]:
    if n > 2:
        return x
    return None


print(grown(a, count(2)))
print(grown(a, count(0)))
print(found(a, count(1)), found(a, count(3)))
print([grown(a, count(1)), grown(b, count(2))])
for t in grown(b, 2):
    print(t)

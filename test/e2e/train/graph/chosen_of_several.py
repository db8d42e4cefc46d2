# Tensors that data chooses of a list or dict: those that are not chosen get no
# gradient, and the optimizer leaves them alone.
from typing import Dict, List

import torch
import torch.nn as nn

torch.manual_seed(0)
experts = nn.ModuleList([nn.Linear(2, 1) for _ in range(3)])
opt = torch.optim.AdamW(experts.parameters(), lr=0.1, weight_decay=0.5)
for x in [torch.tensor([3.0, 1.0]), torch.tensor([1.0, 3.0]), torch.tensor([2.0, 1.0])]:
    opt.zero_grad()
    outs = [e(x) for e in experts]
    outs[int(x.argmax())].sum().backward()
    opt.step()
    for e in experts:
        print(e.weight.detach(), e.weight.grad, e.bias.grad)


@torch.jit.script
def pick(a: torch.Tensor, b: torch.Tensor, n: int) -> torch.Tensor:
    outs: List[torch.Tensor] = [a * 2.0, b * 3.0]
    return outs[n].sum()


@torch.jit.script
def first(ps: List[torch.Tensor], w: torch.Tensor, k: int) -> torch.Tensor:
    loss = (ps[k] * 2.0 + w).sum()
    g = torch.autograd.grad([loss], [w])[0]
    assert g is not None
    return g


@torch.jit.script
def named(ps: Dict[str, torch.Tensor], n: int) -> List[torch.Tensor]:
    x = torch.ones(2)
    for i in range(n):
        x = x * ps["w" + str(i)]
    out: List[torch.Tensor] = []
    for g in torch.autograd.grad([x.sum()], [ps["w0"], ps["w1"]], allow_unused=True):
        out.append(torch.zeros(1) if g is None else g)
    return out


a = torch.ones(2, requires_grad=True)
b = torch.full((2,), 2.0, requires_grad=True)
for k in [torch.tensor([1, 3, 2]), torch.tensor([3, 1, 2])]:
    n = int(k.argmin())
    g = torch.autograd.grad(pick(a, b, n), [a, b], allow_unused=True)
    print(g[0], g[1], first([a, b], a, n), first([a, b], b, n - 2))
    print(named({"w0": a, "w1": b}, n % 2 + 1), named({"w0": a, "w1": b}, 2))
first([a, b], a, int(a.sum()) * 2)

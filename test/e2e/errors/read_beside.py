# expect: COMPILE ERROR 15 beside
# The gradient by an element of a dict of the run, of which others are read, too.
from typing import Dict

import torch


@torch.jit.script
def gradient(ps: Dict[str, torch.Tensor]) -> torch.Tensor:
    w = ps["w"]
    total = torch.zeros(1)
    for k in ps.keys():
        total = total + ps[k].pow(2).sum()
    loss = total + w.sum()
    g = torch.autograd.grad([loss], [w])[0]
    assert g is not None
    return g


d = {"w": torch.ones(2).requires_grad_(True)}
for i in range(int(torch.tensor([3, 2, 1]).argmin())):
    d["b" + str(i)] = torch.ones(2).requires_grad_(True)
print(gradient(d))

# A change that a dict of run time could not see is refused.
# expect: COMPILE ERROR 13 place
from typing import Dict

import torch


@torch.jit.script
def f(n: int):
    d: Dict[str, torch.Tensor] = {}
    for i in range(n):
        d[str(i)] = torch.ones(2)
    d["0"].add_(1)
    return d


print(f(int(torch.tensor(3))))

# A script class of an optimizer that gets its gradients from elsewhere.
# tolerance: 1e-6
from typing import Dict, List, Optional

import torch
from torch import Tensor


@torch.jit.script
class FunctionalQHM(object):
    def __init__(self, params: List[Tensor], lr: float, momentum: float, nu: float):
        self.defaults = {"lr": lr, "momentum": momentum, "nu": nu}
        self.param_group = {"params": params}
        self.state = torch.jit.annotate(Dict[Tensor, Dict[str, Tensor]], {})

    def step(self, gradients: List[Optional[Tensor]]):
        lr, nu = self.defaults["lr"], self.defaults["nu"]
        momentum = self.defaults["momentum"]
        with torch.no_grad():
            for p, d_p in zip(self.param_group["params"], gradients):
                if d_p is not None:
                    if p not in self.state:
                        self.state[p] = {"momentum": torch.zeros_like(p)}
                    buffer = self.state[p]["momentum"]
                    buffer.mul_(momentum).add_(d_p, alpha=1.0 - momentum)
                    p.data.add_(buffer, alpha=-lr * nu)
                    p.data.add_(d_p, alpha=-lr * (1.0 - nu))


@torch.jit.script
def drive(p: List[Tensor], steps: int) -> List[Tensor]:
    optimizer = FunctionalQHM(p, 0.1, 0.9, 0.7)
    for i in range(steps):
        g: List[Optional[Tensor]] = []
        for k in range(len(p)):
            if k == 1:
                g.append(None)
            else:
                g.append(p[k].detach() * 0.5 + float(i))
        optimizer.step(g)
    return p


torch.manual_seed(0)
print(drive([torch.randn(4, 3), torch.randn(5), torch.randn(2)], 6))

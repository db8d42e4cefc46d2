"""Quasi-hyperbolic momentum, written twice: as a script class that takes the
gradients, and as a subclass of torch.optim.Optimizer. Both do the same."""
from typing import Dict, List, Optional

import torch
import torch.nn as nn
from torch import Tensor


@torch.jit.script
class FunctionalQHM(object):
    def __init__(self, params: List[Tensor], lr: float, momentum: float, nu: float):
        self.params = params
        self.lr = lr
        self.momentum = momentum
        self.nu = nu
        self.state = torch.jit.annotate(Dict[Tensor, Tensor], {})

    def step(self, gradients: List[Optional[Tensor]]):
        with torch.no_grad():
            for p, d_p in zip(self.params, gradients):
                if d_p is not None:
                    if p not in self.state:
                        self.state[p] = torch.zeros_like(p)
                    buffer = self.state[p]
                    buffer.mul_(self.momentum).add_(d_p, alpha=1.0 - self.momentum)
                    p.add_(buffer, alpha=-self.lr * self.nu)
                    p.add_(d_p, alpha=-self.lr * (1.0 - self.nu))


class QHM(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1, momentum=0.9, nu=0.7):
        super().__init__(params, dict(lr=lr, momentum=momentum, nu=nu))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if "momentum" not in state:
                    state["momentum"] = torch.zeros_like(p)
                buffer = state["momentum"]
                buffer.mul_(group["momentum"]).add_(p.grad, alpha=1.0 - group["momentum"])
                p.add_(buffer, alpha=-group["lr"] * group["nu"])
                p.add_(p.grad, alpha=-group["lr"] * (1.0 - group["nu"]))


def network():
    torch.manual_seed(5)
    return nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1))


first, second = network(), network()
functional = FunctionalQHM(list(first.parameters()), 0.05, 0.9, 0.7)
optimizer = QHM(second.parameters(), lr=0.05)
x = torch.randn(64, 8)
y = x[:, :1] * x[:, 1:2]

for step in range(100):
    a = nn.functional.mse_loss(first(x), y)
    first.zero_grad()
    a.backward()
    functional.step([p.grad for p in first.parameters()])

    b = nn.functional.mse_loss(second(x), y)
    optimizer.zero_grad()
    b.backward()
    optimizer.step()
    if step % 5 == 0 or step == 99:
        print("step %2d functional %.5f subclass %.5f" % (step, a.item(), b.item()))

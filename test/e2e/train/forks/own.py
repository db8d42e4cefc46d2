# Optimizers of programs, stepped in tasks.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor
from typing import Dict, List, Optional


@torch.jit.script
class Momentum(object):
    def __init__(self, params: List[Tensor], lr: float, momentum: float):
        self.params = params
        self.lr = lr
        self.momentum = momentum
        self.state: Dict[Tensor, Tensor] = {}
        self.count = 0

    def step(self, gradients: List[Optional[Tensor]]):
        self.count += 1
        with torch.no_grad():
            for p, g in zip(self.params, gradients):
                if g is not None:
                    if p not in self.state:
                        self.state[p] = torch.zeros_like(p)
                    buffer = self.state[p]
                    buffer.mul_(self.momentum).add_(g)
                    p.add_(buffer, alpha=-self.lr)


class Signs(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["mean"] = torch.zeros_like(p)
                state["step"] += 1
                state["mean"].lerp_(p.grad, 0.1)
                p.add_(torch.sign(state["mean"]), alpha=-group["lr"])


def net(seed):
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1))


torch.manual_seed(9)
x = torch.randn(8, 2)
y = x.sum(1, keepdim=True)


def step_own(model, optimizer):
    for p in model.parameters():
        p.grad = None
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step([p.grad for p in model.parameters()])
    return loss


def step_signs(model, optimizer):
    optimizer.zero_grad()
    loss = F.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


a, b, c = net(0), net(1), net(2)
first = Momentum(list(a.parameters()), 0.05, 0.9)
second = Signs(b.parameters())
third = torch.optim.Adam(c.parameters(), lr=0.01)
for epoch in range(6):
    f = torch.jit.fork(step_own, a, first)
    g = torch.jit.fork(step_signs, b, second)
    h = torch.jit.fork(step_signs, c, third)
    print(epoch, torch.jit.wait(f).item(), torch.jit.wait(g).item(), torch.jit.wait(h).item())
print(a[0].weight, b[0].weight, first.count, second.state[b[0].weight]["step"])

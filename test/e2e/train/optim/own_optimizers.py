# Optimizers that programs define: subclasses and script classes.
# tolerance: 1e-4
import math

import torch
import torch.nn as nn
from torch.optim.optimizer import Optimizer
from typing import Dict, List, Optional

class Lion(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), weight_decay=0.0):
        if not 0.0 <= lr:
            raise ValueError(f"Invalid lr: {lr}")
        defaults = {"lr": lr, "betas": betas, "weight_decay": weight_decay}
        super(Lion, self).__init__(params, defaults)
        self.count = 0

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        self.count += 1
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            for p in filter(lambda p: p.grad is not None, group["params"]):
                grad = p.grad.data
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["exp_avg"] = torch.zeros_like(p.data)
                state["step"] += 1
                bias = 1 - beta1 ** state["step"]
                p.data.mul_(1 - group["lr"] * group["weight_decay"])
                m = state["exp_avg"]
                update = m.clone().mul_(beta1).add(grad, alpha=1 - beta1).sign_()
                p.data.add_(update, alpha=-group["lr"] * math.sqrt(bias))
                m.mul_(beta2).add_(grad, alpha=1 - beta2)
        return loss

class Lookahead(torch.optim.SGD):
    def __init__(self, params, k=2, **kwargs):
        super().__init__(params, **kwargs)
        self.k = k
        self.n = 0
        self.slow = [p.detach().clone() for g in self.param_groups for p in g["params"]]

    @torch.no_grad()
    def step(self, closure=None):
        super().step(closure)
        self.n += 1
        if self.n % self.k == 0:
            ps = [p for g in self.param_groups for p in g["params"]]
            for s, p in zip(self.slow, ps):
                s += 0.5 * (p - s)
                p.copy_(s)

torch.manual_seed(0)
for cls, kw in ((Lion, {"lr": 0.01, "weight_decay": 0.1}), (Lookahead, {"lr": 0.1, "momentum": 0.5})):
    net = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 1))
    opt = cls(net.parameters(), **kw)
    x, y = torch.randn(7, 3), torch.randn(7, 1)
    for epoch in range(5):
        def closure():
            opt.zero_grad()
            loss = nn.functional.smooth_l1_loss(net(x), y)
            loss.backward()
            return loss
        print(epoch, "%.5f" % opt.step(closure).item() if cls is Lion else 0)
        if cls is Lookahead:
            opt.zero_grad()
            l = nn.functional.mse_loss(net(x), y)
            l.backward()
            opt.step()
            print("%.5f" % l.item())

@torch.jit.script
class Adagradish(object):
    def __init__(self, params: List[torch.Tensor], lr: float):
        self.lr = lr
        self.params = params
        self.sums: Dict[torch.Tensor, torch.Tensor] = {}
        self.t = 0

    def step(self, gradients: List[Optional[torch.Tensor]]):
        self.t += 1
        for i, p in enumerate(self.params):
            g = gradients[i]
            if g is not None:
                if p not in self.sums:
                    self.sums[p] = torch.zeros_like(p)
                self.sums[p].addcmul_(g, g)
                p.sub_(self.lr * g / (self.sums[p].sqrt() + 1e-6))

ps = [torch.randn(3), torch.randn(2, 2)]
o = Adagradish(ps, 0.1)
for i in range(4):
    o.step([ps[0] * i, ps[1].tanh()])
print(["%.4f" % p.sum().item() for p in ps], o.t)

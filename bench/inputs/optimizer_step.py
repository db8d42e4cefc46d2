"""Updates 25 million parameters by an optimizer; prints the milliseconds of its best step.

bench/run writes other values for the constants below."""
import time
from typing import Dict, List

import torch
import torch.nn as nn
from torch import Tensor

TENSORS = 500
OPTIMIZER = "adam"  # sgd, adam, qhm
FOREACH = None
FUSED = None
SCRIPTED = False


class FunctionalQHM(object):
    def __init__(self, params: List[Tensor], lr: float, momentum: float, nu: float):
        self.params = params
        self.lr = lr
        self.momentum = momentum
        self.nu = nu
        self.state = torch.jit.annotate(Dict[Tensor, Tensor], {})

    def step(self, gradients: List[Tensor]):
        with torch.no_grad():
            for p, d_p in zip(self.params, gradients):
                if p not in self.state:
                    self.state[p] = torch.zeros_like(p)
                buffer = self.state[p]
                buffer.mul_(self.momentum).add_(d_p, alpha=1.0 - self.momentum)
                p.add_(buffer, alpha=-self.lr * self.nu)
                p.add_(d_p, alpha=-self.lr * (1.0 - self.nu))


# QHM updates what it is given, as a script class does in a model's code.
QHM = torch.jit.script(FunctionalQHM) if SCRIPTED else FunctionalQHM

torch.manual_seed(0)
rows = 25_000_000 // TENSORS // 1000
params = list(nn.ParameterList([nn.Parameter(torch.rand(1000 + i % 5 - 2, rows))
                                for i in range(TENSORS)]))
for p in params:
    p.grad = torch.rand_like(p)
grads = [p.grad for p in params]

best = 1e9
if OPTIMIZER == "sgd":
    optimizer = torch.optim.SGD(params, lr=1e-3, momentum=0.9, foreach=FOREACH, fused=FUSED)
elif OPTIMIZER == "adam":
    optimizer = torch.optim.Adam(params, lr=1e-3, foreach=FOREACH, fused=FUSED)
else:
    optimizer = QHM(params, 1e-3, 0.9, 0.7)

for step in range(30):
    start = time.time()
    if OPTIMIZER == "qhm":
        optimizer.step(grads)
    else:
        optimizer.step()
    best = min(best, time.time() - start)

total = 0.0
for p in params:
    total += p.sum().item()
print("sum %.6g" % total)
print(1000.0 * best)

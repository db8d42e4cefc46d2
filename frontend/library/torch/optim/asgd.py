# ASGD: gradient descent with an average of the parameters.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.optim.optimizer import (ParameterwiseOptimizer, check, check_rate, decayed, next_step,
                                   number)


class ASGD(ParameterwiseOptimizer):
    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0,
                 foreach=None, maximize=False, differentiable=False, capturable=False):
        check_rate(lr)
        check("weight_decay value", weight_decay, weight_decay >= 0.0)
        super().__init__(params, dict(
            lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach,
            maximize=maximize, differentiable=differentiable, capturable=capturable))

    _starts_with_rate = True

    def _start(self, param, group, state):
        state["step"] = torch.tensor(0.0)
        state["eta"] = torch.tensor(float(number(group["lr"])))
        state["mu"] = torch.tensor(1.0)
        state["ax"] = torch.zeros_like(param)

    def _update(self, param, grad, group):
        state = self._state_of(param, group)
        lr, lambd = number(group["lr"]), group["lambd"]
        step = next_step(state)
        grad = decayed(grad, param, group)
        eta = state["eta"].item()
        param.mul_(1 - lambd * eta)
        param.add_(grad, alpha=-eta)
        average, mu = state["ax"], state["mu"]
        if mu.item() != 1:
            average.add_(param.sub(average).mul_(mu))
        else:
            average.copy_(param)
        state["eta"].fill_(lr / ((1 + lambd * lr * step) ** group["alpha"]))
        mu.fill_(1 / max(1, step - group["t0"]))

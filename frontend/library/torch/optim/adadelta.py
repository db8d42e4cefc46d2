# Adadelta: steps in the unit of the parameters.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.optim.optimizer import ParameterwiseOptimizer, check, check_rate, decayed, number


class Adadelta(ParameterwiseOptimizer):
    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *,
                 capturable=False, maximize=False, differentiable=False):
        check_rate(lr)
        check("rho value", rho, 0.0 <= rho <= 1.0)
        check("epsilon value", eps, eps >= 0.0)
        check("weight_decay value", weight_decay, weight_decay >= 0.0)
        super().__init__(params, dict(
            lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize,
            capturable=capturable, foreach=foreach, differentiable=differentiable))

    def _start(self, param, group, state):
        state["step"] = torch.tensor(0.0)
        state["square_avg"] = torch.zeros_like(param)
        state["acc_delta"] = torch.zeros_like(param)

    def _update(self, param, grad, group):
        state = self._state_of(param, group)
        rho, eps = group["rho"], group["eps"]
        state["step"] += 1
        grad = decayed(grad, param, group)
        state["square_avg"].mul_(rho).addcmul_(grad, grad, value=1 - rho)
        delta = state["acc_delta"].add(eps).sqrt_()
        delta.div_(state["square_avg"].add(eps).sqrt_()).mul_(grad)
        state["acc_delta"].mul_(rho).addcmul_(delta, delta, value=1 - rho)
        param.add_(delta, alpha=-number(group["lr"]))

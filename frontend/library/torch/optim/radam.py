# RAdam: Adam that waits until its second moment can be trusted.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.optim.optimizer import (ParameterwiseOptimizer, add_moments, check_adam,
                                   decayed_or_decoupled, next_step, number)


class RAdam(ParameterwiseOptimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False,
                 differentiable=False):
        check_adam(lr, eps, betas, weight_decay)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize,
            foreach=foreach, capturable=capturable,
            decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable))

    def _start(self, param, group, state):
        state["step"] = torch.tensor(0.0)
        state["exp_avg"] = torch.zeros_like(param)
        state["exp_avg_sq"] = torch.zeros_like(param)

    def _update(self, param, grad, group):
        state = self._state_of(param, group)
        lr = number(group["lr"])
        beta1, beta2 = group["betas"]
        step = next_step(state)
        grad = decayed_or_decoupled(grad, param, group, lr)
        add_moments(state, grad, beta1, beta2)
        correction = 1 - beta2 ** step
        direction = state["exp_avg"] / (1 - beta1 ** step) * lr
        # rho is the length of the moving average: at its end, and by now.
        rho_end = 2 / (1 - beta2) - 1
        rho = rho_end - 2 * step * (beta2 ** step) / correction
        if rho > 5.0:
            adapted = (correction ** 0.5) / state["exp_avg_sq"].sqrt().add_(group["eps"])
            trust = ((rho - 4) * (rho - 2) * rho_end
                     / ((rho_end - 4) * (rho_end - 2) * rho)) ** 0.5
            param.add_(direction * adapted * trust, alpha=-1.0)
        else:
            param.add_(direction, alpha=-1.0)

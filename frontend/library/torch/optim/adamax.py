# Adamax: Adam by the largest gradient of late.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.optim.optimizer import (ParameterwiseOptimizer, check_adam, decayed, next_step,
                                   number)


class Adamax(ParameterwiseOptimizer):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 foreach=None, *, maximize=False, differentiable=False, capturable=False):
        check_adam(lr, eps, betas, weight_decay)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach,
            maximize=maximize, differentiable=differentiable, capturable=capturable))

    def _start(self, param, group, state):
        state["step"] = torch.tensor(0.0)
        state["exp_avg"] = torch.zeros_like(param)
        state["exp_inf"] = torch.zeros_like(param)

    def _update(self, param, grad, group):
        state = self._state_of(param, group)
        beta1, beta2 = group["betas"]
        step = next_step(state)
        grad = decayed(grad, param, group)
        state["exp_avg"].lerp_(grad, 1 - beta1)
        largest = state["exp_inf"]
        largest.copy_(torch.maximum(largest * beta2, grad.abs().add_(group["eps"])))
        rate = number(group["lr"]) / (1 - beta1 ** step)
        param.addcdiv_(state["exp_avg"], largest, value=-rate)

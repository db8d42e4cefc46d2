# Adam, and AdamW, which decays weights apart from the gradient.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.optim.optimizer import (ParameterwiseOptimizer, add_moments, check, check_betas,
                                   next_step, number)


class Adam(ParameterwiseOptimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 amsgrad=False, *, foreach=None, maximize=False, capturable=False,
                 differentiable=False, fused=None, decoupled_weight_decay=False):
        lr = number(lr)
        check("learning rate", lr, lr >= 0.0)
        check("epsilon value", eps, eps >= 0.0)
        check_betas(betas)
        check("weight_decay value", weight_decay, weight_decay >= 0.0)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
            maximize=maximize, foreach=foreach, capturable=capturable,
            differentiable=differentiable, fused=fused,
            decoupled_weight_decay=decoupled_weight_decay))

    def _start(self, param, group, state):
        state["step"] = torch.tensor(0.0)
        state["exp_avg"] = torch.zeros_like(param)
        state["exp_avg_sq"] = torch.zeros_like(param)
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = torch.zeros_like(param)

    def _update(self, param, grad, group):
        state = self._state_of(param, group)
        lr = group["lr"]
        beta1, beta2 = group["betas"]
        step = next_step(state)
        if group["weight_decay"] != 0:
            if group["decoupled_weight_decay"]:
                param.mul_(1 - lr * group["weight_decay"])
            else:
                grad = grad.add(param, alpha=group["weight_decay"])
        add_moments(state, grad, beta1, beta2)
        # The means start at zero and are too small at first.
        step_size = lr / (1 - beta1 ** step)
        correction = (1 - beta2 ** step) ** 0.5
        square = state["exp_avg_sq"]
        if group["amsgrad"]:
            square = state["max_exp_avg_sq"]
            square.copy_(torch.maximum(square, state["exp_avg_sq"]))
        scale = (square.sqrt() / correction).add_(group["eps"])
        param.addcdiv_(state["exp_avg"], scale, value=-step_size)


class AdamW(Adam):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2,
                 amsgrad=False, *, maximize=False, foreach=None, capturable=False,
                 differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach,
                         maximize=maximize, capturable=capturable, differentiable=differentiable,
                         fused=fused, decoupled_weight_decay=True)

# NAdam: Adam with Nesterov's momentum.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.optim.optimizer import (ParameterwiseOptimizer, add_moments, check, check_adam,
                                   decayed_or_decoupled, next_step, number)


class NAdam(ParameterwiseOptimizer):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 momentum_decay=4e-3, decoupled_weight_decay=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False):
        check_adam(lr, eps, betas, weight_decay)
        check("momentum_decay value", momentum_decay, momentum_decay >= 0.0)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
            momentum_decay=momentum_decay, decoupled_weight_decay=decoupled_weight_decay,
            maximize=maximize, foreach=foreach, capturable=capturable,
            differentiable=differentiable))

    def _start(self, param, group, state):
        state["step"] = torch.tensor(0.0)
        state["mu_product"] = torch.tensor(1.0)
        state["exp_avg"] = torch.zeros_like(param)
        state["exp_avg_sq"] = torch.zeros_like(param)

    def _update(self, param, grad, group):
        state = self._state_of(param, group)
        lr, decay = number(group["lr"]), group["momentum_decay"]
        beta1, beta2 = group["betas"]
        step = next_step(state)
        grad = decayed_or_decoupled(grad, param, group, lr)
        # The momentum of this step and of the next; it grows from beta1 / 2 to beta1.
        mu = beta1 * (1.0 - 0.5 * (0.96 ** (step * decay)))
        mu_next = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * decay)))
        state["mu_product"] *= mu
        product = state["mu_product"].item()
        add_moments(state, grad, beta1, beta2)
        scale = state["exp_avg_sq"].div(1 - beta2 ** step).sqrt().add_(group["eps"])
        param.addcdiv_(grad, scale, value=-lr * (1.0 - mu) / (1.0 - product))
        param.addcdiv_(state["exp_avg"], scale, value=-lr * mu_next / (1.0 - product * mu_next))

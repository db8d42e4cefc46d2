# RMSprop: steps in the unit of the gradient's recent size.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.optim.optimizer import ParameterwiseOptimizer, check, check_rate, decayed, number


class RMSprop(ParameterwiseOptimizer):
    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0,
                 centered=False, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        check_rate(lr)
        check("epsilon value", eps, eps >= 0.0)
        check("momentum value", momentum, momentum >= 0.0)
        check("weight_decay value", weight_decay, weight_decay >= 0.0)
        check("alpha value", alpha, alpha >= 0.0)
        super().__init__(params, dict(
            lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered,
            weight_decay=weight_decay, capturable=capturable, foreach=foreach,
            maximize=maximize, differentiable=differentiable))

    def _start(self, param, group, state):
        state["step"] = torch.tensor(0.0)
        state["square_avg"] = torch.zeros_like(param)
        if group["momentum"] > 0:
            state["momentum_buffer"] = torch.zeros_like(param)
        if group["centered"]:
            state["grad_avg"] = torch.zeros_like(param)

    def _update(self, param, grad, group):
        state = self._state_of(param, group)
        alpha = group["alpha"]
        state["step"] += 1
        grad = decayed(grad, param, group)
        square = state["square_avg"]
        square.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            mean = state["grad_avg"]
            mean.lerp_(grad, 1 - alpha)
            size = square.addcmul(mean, mean, value=-1).sqrt_().add_(group["eps"])
        else:
            size = square.sqrt().add_(group["eps"])
        if group["momentum"] > 0:
            buffer = state["momentum_buffer"]
            buffer.mul_(group["momentum"]).addcdiv_(grad, size)
            param.add_(buffer, alpha=-number(group["lr"]))
        else:
            param.addcdiv_(grad, size, value=-number(group["lr"]))

# Rprop: a step of its own for each element, by the signs of the gradient.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.optim.optimizer import ParameterwiseOptimizer, check, check_rate, number


class Rprop(ParameterwiseOptimizer):
    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *,
                 capturable=False, foreach=None, maximize=False, differentiable=False):
        check_rate(lr)
        check("eta values", f"{etas[0]}, {etas[1]}", 0.0 < etas[0] < 1.0 < etas[1])
        super().__init__(params, dict(
            lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize,
            differentiable=differentiable, capturable=capturable))

    _starts_with_rate = True

    def _start(self, param, group, state):
        state["step"] = torch.tensor(0.0)
        state["prev"] = torch.zeros_like(param)
        state["step_size"] = torch.full_like(param, number(group["lr"]))

    def _update(self, param, grad, group):
        state = self._state_of(param, group)
        shrink, grow = group["etas"]
        least, most = group["step_sizes"]
        state["step"] += 1
        agreement = grad.mul(state["prev"]).sign()
        turned = agreement < 0
        factor = torch.where(agreement > 0, grow, agreement)
        factor = torch.where(turned, shrink, torch.where(agreement == 0, 1.0, factor))
        size = state["step_size"]
        size.mul_(factor).clamp_(least, most)
        # Where the slope has turned, the parameter stays for one step.
        grad = torch.where(turned, 0.0, grad)
        param.addcmul_(grad.sign(), size, value=-1)
        state["prev"].copy_(grad)

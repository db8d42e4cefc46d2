# Adagrad: steps shrink with the sum of the squares of all gradients.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.optim.optimizer import (ParameterwiseOptimizer, check, check_modes, check_rate, decayed,
                                   next_step, number)


class Adagrad(ParameterwiseOptimizer):
    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0,
                 eps=1e-10, foreach=None, *, maximize=False, differentiable=False, fused=None):
        check_rate(lr)
        check("lr_decay value", lr_decay, lr_decay >= 0.0)
        check("weight_decay value", weight_decay, weight_decay >= 0.0)
        check("initial_accumulator_value value", initial_accumulator_value,
              initial_accumulator_value >= 0.0)
        check("epsilon value", eps, eps >= 0.0)
        super().__init__(params, dict(
            lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value, foreach=foreach,
            maximize=maximize, differentiable=differentiable, fused=fused))
        check_modes(fused, foreach, differentiable)
        # The sums exist before the first step.
        for group in self.param_groups:
            for param in group["params"]:
                self._state_of(param, group)

    def _start(self, param, group, state):
        state["step"] = torch.tensor(0.0)
        state["sum"] = torch.full_like(param, group["initial_accumulator_value"])

    def _update(self, param, grad, group):
        state = self._state_of(param, group)
        step = next_step(state)
        grad = decayed(grad, param, group)
        lr = number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])
        state["sum"].addcmul_(grad, grad, value=1)
        param.addcdiv_(grad, state["sum"].sqrt().add_(group["eps"]), value=-lr)

    def share_memory(self):
        pass

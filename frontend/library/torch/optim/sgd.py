# Stochastic gradient descent, with momentum.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch.optim.optimizer import ParameterwiseOptimizer, check, check_modes, check_rate, number


class SGD(ParameterwiseOptimizer):
    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
                 maximize=False, foreach=None, differentiable=False, fused=None):
        check_rate(lr)
        check("momentum value", momentum, momentum >= 0.0)
        check("weight_decay value", weight_decay, weight_decay >= 0.0)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        # Buffers that were made before there was a gradient to start with.
        self._empty = {}
        super().__init__(params, dict(
            lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay,
            nesterov=nesterov, maximize=maximize, foreach=foreach,
            differentiable=differentiable, fused=fused))
        check_modes(fused, foreach, differentiable)

    def _prepare(self, param, group):
        momentum = number(group["momentum"])
        if _tine.is_open(momentum) or momentum != 0:
            state = self.state[param]
            if "momentum_buffer" not in state:
                state["momentum_buffer"] = torch.zeros_like(param)
                self._empty[param] = True

    def _start_loaded(self, param, group, state):
        if number(group["momentum"]) != 0:
            state["momentum_buffer"] = torch.zeros_like(param)

    def _note_loaded(self, param, is_new):
        self._empty[param] = is_new

    def _update(self, param, grad, group):
        decay, momentum = number(group["weight_decay"]), number(group["momentum"])
        if _tine.is_open(momentum):
            self._prepare(param, group)
        if decay != 0:
            grad = grad.add(param, alpha=decay)
        if momentum != 0:
            state = self.state[param]
            if "momentum_buffer" in state and state["momentum_buffer"] is not None:
                buffer = state["momentum_buffer"]
                share = 1.0 - group["dampening"]
                if param in self._empty:
                    share = 1.0 if self._empty[param] else share
                    self._empty[param] = False
                buffer.mul_(momentum).add_(grad, alpha=share)
            else:
                buffer = grad.detach().clone()
                state["momentum_buffer"] = buffer
            if not _tine.is_open(momentum):
                _tine.close_keys(state)
            grad = grad.add(buffer, alpha=momentum) if group["nesterov"] else buffer
        param.add_(grad, alpha=-number(group["lr"]))

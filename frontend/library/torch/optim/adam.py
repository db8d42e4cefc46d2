# Adam, and AdamW, which decays weights apart from the gradient.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.optim.optimizer import (ParameterwiseOptimizer, add_moments, check_adam, check_modes,
                                   next_step, number)


def _plain_betas(betas, all_at_once):
    """The betas, which may be tensors of one element each, without sizes."""
    both = _is_tensor(betas[0]) and _is_tensor(betas[1])
    if not (both or isinstance(betas[0], float) and isinstance(betas[1], float)):
        raise ValueError("betas must be either both floats or both Tensors")
    for i, beta in enumerate(betas):
        if _is_tensor(beta):
            if all_at_once:
                raise ValueError(f"betas[{i}] as a Tensor is not supported for capturable=False "
                                 "and foreach=True")
            if beta.numel() != 1:
                raise ValueError(f"Tensor betas[{i}] must be 1-element")
    return (betas[0].squeeze(), betas[1].squeeze()) if both else betas


def _is_tensor(value):
    return isinstance(value, torch.Tensor)


class Adam(ParameterwiseOptimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0,
                 amsgrad=False, *, foreach=None, maximize=False, capturable=False,
                 differentiable=False, fused=None, decoupled_weight_decay=False):
        if _is_tensor(lr) and foreach and not capturable:
            raise ValueError("lr as a Tensor is not supported for capturable=False and "
                             "foreach=True")
        check_adam(lr, eps, betas, weight_decay)
        betas = _plain_betas(betas, foreach and not capturable)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
            maximize=maximize, foreach=foreach, capturable=capturable,
            differentiable=differentiable, fused=fused,
            decoupled_weight_decay=decoupled_weight_decay))
        check_modes(fused, foreach, differentiable)

    def _start(self, param, group, state):
        state["step"] = torch.tensor(0.0)
        state["exp_avg"] = torch.zeros_like(param)
        state["exp_avg_sq"] = torch.zeros_like(param)
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = torch.zeros_like(param)

    def _update(self, param, grad, group):
        state = self._state_of(param, group)
        lr = number(group["lr"])
        beta1, beta2 = number(group["betas"][0]), number(group["betas"][1])
        decay = number(group["weight_decay"])
        step = next_step(state)
        if decay != 0:
            if group["decoupled_weight_decay"]:
                param.mul_(1 - lr * decay)
            else:
                grad = grad.add(param, alpha=decay)
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

# Adafactor: the mean squares of a matrix's gradients, kept as those of its rows and columns.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.optim.optimizer import ParameterwiseOptimizer, next_step, number


class Adafactor(ParameterwiseOptimizer):
    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0,
                 weight_decay=0.0, *, foreach=None, maximize=False):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= number(lr):
            raise ValueError(f"Learning rate should be >= 0 but is: {lr}")
        if not 0.0 >= beta2_decay:
            raise ValueError(f"beta2_decay should be <= 0 but is: {beta2_decay}")
        if eps[0] is not None and not 0.0 <= eps[0]:
            raise ValueError(f"epsilon1 should be >= 0 but is: {eps[0]}")
        if not 0.0 <= eps[1]:
            raise ValueError(f"epsilon2 should be >= 0 but is: {eps[1]}")
        if not 1.0 <= d:
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {d}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"weight_decay should be >= 0 but is: {weight_decay}")
        super().__init__(params, dict(lr=lr, beta2_decay=beta2_decay, eps=eps, d=d,
                                      weight_decay=weight_decay, foreach=foreach,
                                      maximize=maximize))

    def _start(self, param, group, state):
        state["step"] = torch.tensor(0.0)
        if param.dim() > 1:
            rows, columns = list(param.shape), list(param.shape)
            rows[-1], columns[-2] = 1, 1
            state["row_var"] = param.new_zeros(rows)
            state["col_var"] = param.new_zeros(columns)
        else:
            state["variance"] = torch.zeros_like(param)

    def _update(self, param, grad, group):
        state = self._state_of(param, group)
        lr = number(group["lr"])
        least, least_scale = group["eps"]
        if least is None:
            least = torch.finfo(param.dtype).eps
        step = next_step(state)
        part = step ** group["beta2_decay"]
        scale = max(least_scale, param.norm(2).item() / param.numel() ** 0.5)
        alpha = scale * min(lr, 1 / step ** 0.5)
        if group["weight_decay"] != 0:
            param.mul_(1 - lr * group["weight_decay"])
        if grad.dim() > 1:
            rows, columns = state["row_var"], state["col_var"]
            rows.lerp_(torch.norm(grad, dim=-1, keepdim=True).square().div(grad.size(-1)), part)
            columns.lerp_(torch.norm(grad, dim=-2, keepdim=True).square().div(grad.size(-2)), part)
            variance = (rows @ columns).div(rows.mean(dim=-2, keepdim=True).clamp(min=least))
        else:
            variance = state["variance"].lerp_(grad * grad, part)
        update = variance.clamp(min=least * least).rsqrt().mul(grad)
        excess = max(1.0, update.norm(2).item() / (update.numel() ** 0.5 * group["d"]))
        param.add_(update, alpha=-alpha / excess)

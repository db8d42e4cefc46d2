# Muon: steps along the orthogonal matrix that is nearest to the momentum.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import torch
from torch.optim.optimizer import ParameterwiseOptimizer, number


def _rounded(x):
    """To the 8 bits of a bfloat16, by the splitting of Veltkamp."""
    wide = x * 65537.0
    return wide - (wide - x)


def _nearest_orthogonal(matrix, coefficients, steps, eps):
    """Newton-Schulz iterations of a quintic, up to factors between 0.5 and 1.5. Each result is
    rounded to a bfloat16, as in PyTorch."""
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    is_tall = matrix.size(0) > matrix.size(1)
    x = _rounded(matrix.T if is_tall else matrix)
    x = _rounded(x / _rounded(x.norm()).clamp(min=eps))
    for i in range(steps):
        gram = _rounded(x @ x.T)
        update = _rounded(gram * b + gram @ gram * c)
        x = _rounded(x * a + update @ x)
    return x.T if is_tall else x


class Muon(ParameterwiseOptimizer):
    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True,
                 ns_coefficients=(3.4445, -4.7750, 2.0315), eps=1e-7, ns_steps=5,
                 adjust_lr_fn=None):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= number(lr):
            raise ValueError(f"Learning rate should be >= 0 but is: {lr}")
        if not 0.0 <= momentum:
            raise ValueError(f"momentum should be >= 0 but is: {momentum}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"weight decay should be >= 0 but is: {weight_decay}")
        if adjust_lr_fn is not None and adjust_lr_fn not in ("original", "match_rms_adamw"):
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        super().__init__(params, dict(
            lr=lr, weight_decay=weight_decay, momentum=momentum, nesterov=nesterov,
            ns_coefficients=ns_coefficients, eps=eps, ns_steps=ns_steps,
            adjust_lr_fn=adjust_lr_fn))
        for group in self.param_groups:
            for param in group["params"]:
                if param.ndim != 2:
                    raise ValueError("Muon only supports 2D parameters whereas we found a "
                                     f"parameter with size: {param.size()}")

    def _start(self, param, group, state):
        state["momentum_buffer"] = torch.zeros_like(param)

    def _update(self, param, grad, group):
        buffer = self._state_of(param, group)["momentum_buffer"]
        lr, momentum = number(group["lr"]), number(group["momentum"])
        buffer.lerp_(grad, 1 - momentum)
        update = grad.lerp(buffer, momentum) if group["nesterov"] else buffer
        update = _nearest_orthogonal(update, group["ns_coefficients"], group["ns_steps"],
                                     group["eps"])
        rows, columns = param.shape
        if group["adjust_lr_fn"] == "match_rms_adamw":
            scale = 0.2 * math.sqrt(max(rows, columns))
        else:
            scale = math.sqrt(max(1, rows / columns))
        param.mul_(1 - lr * number(group["weight_decay"]))
        param.add_(update, alpha=-lr * scale)

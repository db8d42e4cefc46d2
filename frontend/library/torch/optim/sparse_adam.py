# SparseAdam: Adam for gradients that have few elements. Tine has none: each gradient is whole.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch.optim.optimizer import Optimizer, check, check_betas, number


class SparseAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        check("learning rate", lr, 0.0 < number(lr))
        check("epsilon value", eps, 0.0 < eps)
        check_betas(betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))

    def step(self, closure=None):
        _tine.unsupported("SparseAdam takes sparse gradients, which Tine does not have; use Adam")

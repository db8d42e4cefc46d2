# torchvision.ops.stochastic_depth: branches that are left out at random (Huang et al. 2016).
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch import nn


def stochastic_depth(input, p, mode, training=True):
    """Zeroes the input with probability `p`, by rows or (mode "batch") as a whole, and scales what stays by 1 / (1 - p)."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"drop probability has to be between 0 and 1, but got {p}")
    if mode not in ["batch", "row"]:
        raise ValueError(f"mode has to be either 'batch' or 'row', but got {mode}")
    if not training or p == 0.0:
        return input
    kept = 1.0 - p
    rows = input.shape[0] if mode == "row" else 1
    noise = torch.empty([rows] + [1] * (input.dim() - 1), dtype=input.dtype, device=input.device).bernoulli_(kept)
    return input * (noise / kept if kept > 0.0 else noise)


class StochasticDepth(nn.Module):
    def __init__(self, p, mode):
        super().__init__()
        self.p = p
        self.mode = mode

    def forward(self, input):
        return stochastic_depth(input, self.p, self.mode, self.training)

    def __repr__(self):
        return f"{type(self).__name__}(p={self.p}, mode={self.mode})"

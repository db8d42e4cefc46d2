# Normalisation of each channel of each sample on its own.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch.nn.functional as F
from torch.nn.modules.batchnorm import _NormBase


class _InstanceNorm(_NormBase):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False,
                 track_running_stats=False, device=None, dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype,
                         bias)

    def forward(self, input):
        rank = self._rank
        self._check_rank(input, (rank, rank + 1), f"{rank}D or {rank + 1}D")
        batch = input if input.dim() > rank else input.unsqueeze(0)
        momentum = 0.0 if self.momentum is None else self.momentum
        output = F.instance_norm(batch, self.running_mean, self.running_var, self.weight, self.bias,
                                 self.training or not self.track_running_stats, momentum, self.eps)
        return output if input.dim() > rank else output.squeeze(0)


class InstanceNorm1d(_InstanceNorm):
    _rank = 2


class InstanceNorm2d(_InstanceNorm):
    _rank = 3


class InstanceNorm3d(_InstanceNorm):
    _rank = 4

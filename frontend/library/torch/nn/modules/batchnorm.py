# Normalisation of the channels over a batch.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
import torch.nn.functional as F
from torch.nn.modules.normalization import _Affine


class _NormBase(_Affine):
    """The parameters and running statistics of one value for each channel."""

    def __init__(self, num_features, eps, momentum, affine, track_running_stats, device, dtype,
                 bias):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        self._scale_and_shift(num_features, affine, bias, device, dtype)
        tracks = track_running_stats
        zeros = torch.zeros(num_features, device=device, dtype=dtype) if tracks else None
        ones = torch.ones(num_features, device=device, dtype=dtype) if tracks else None
        count = torch.tensor(0, device=device) if tracks else None
        self.register_buffer("running_mean", zeros)
        self.register_buffer("running_var", ones)
        self.register_buffer("num_batches_tracked", count)

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        self.reset_running_stats()
        super().reset_parameters()

    def _check_rank(self, input, ranks, text):
        if input.dim() not in ranks:
            raise ValueError(f"expected {text} input (got {input.dim()}D input)")

    def extra_repr(self):
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, "
                f"affine={self.affine}, bias={self.bias is not None}, "
                f"track_running_stats={self.track_running_stats}")


class _BatchNorm(_NormBase):
    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True,
                 device=None, dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype,
                         bias)

    def forward(self, input):
        self._check_input_dim(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.track_running_stats and self.training:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                # The mean of all batches.
                momentum = 1.0 / float(self.num_batches_tracked)
        if not self.training:
            return F.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias,
                                self.running_mean is None, momentum, self.eps)
        mean = self.running_mean if self.track_running_stats else None
        variance = self.running_var if self.track_running_stats else None
        return F.batch_norm(input, mean, variance, self.weight, self.bias, True, momentum,
                            self.eps)


class BatchNorm1d(_BatchNorm):
    def _check_input_dim(self, input):
        self._check_rank(input, (2, 3), "2D or 3D")


class BatchNorm2d(_BatchNorm):
    def _check_input_dim(self, input):
        self._check_rank(input, (4,), "4D")


class BatchNorm3d(_BatchNorm):
    def _check_input_dim(self, input):
        self._check_rank(input, (5,), "5D")


class SyncBatchNorm(_BatchNorm):
    """Of one process."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True,
                 process_group=None, device=None, dtype=None, *, bias=True):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _check_input_dim(self, input):
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")

    @classmethod
    def convert_sync_batchnorm(cls, module, process_group=None):
        """Puts one in the place of each batch norm of the module."""
        result = module
        if isinstance(module, _BatchNorm):
            result = SyncBatchNorm(module.num_features, module.eps, module.momentum, module.affine,
                                   module.track_running_stats, bias=module.bias is not None)
            if module.affine:
                result.weight = module.weight
                result.bias = module.bias
            result.running_mean = module.running_mean
            result.running_var = module.running_var
            result.num_batches_tracked = module.num_batches_tracked
            result.training = module.training
        for name, child in module.named_children():
            result.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return result

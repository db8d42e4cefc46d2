# Pooling: maxima, averages and norms of windows, and its inverse.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch.nn.functional as F
from torch.nn.modules.conv import _numbers
from torch.nn.modules.module import Module


class _MaxPoolNd(Module):
    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False,
                 ceil_mode=False):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def extra_repr(self):
        return (f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
                f"dilation={self.dilation}, ceil_mode={self.ceil_mode}")


@_tine.hidden
class _MaxPool(_MaxPoolNd):
    def forward(self, input):
        return self._function(input, self.kernel_size, self.stride, self.padding, self.dilation,
                              self.ceil_mode, self.return_indices)


class MaxPool1d(_MaxPool):
    _function = F.max_pool1d


class MaxPool2d(_MaxPool):
    _function = F.max_pool2d


class MaxPool3d(_MaxPool):
    _function = F.max_pool3d


class _MaxUnpoolNd(Module):
    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


@_tine.hidden
class _MaxUnpool(_MaxUnpoolNd):
    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        rank = self._rank
        self.kernel_size = _numbers(kernel_size, rank)
        self.stride = self.kernel_size if stride is None else _numbers(stride, rank)
        self.padding = _numbers(padding, rank)

    def forward(self, input, indices, output_size=None):
        return self._function(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool1d(_MaxUnpool):
    _rank, _function = 1, F.max_unpool1d


class MaxUnpool2d(_MaxUnpool):
    _rank, _function = 2, F.max_unpool2d


class MaxUnpool3d(_MaxUnpool):
    _rank, _function = 3, F.max_unpool3d


class _AvgPoolNd(Module):
    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPoolNd):
    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False,
                 count_include_pad=True):
        super().__init__()
        self.kernel_size = _numbers(kernel_size, 1)
        self.stride = self.kernel_size if stride is None else _numbers(stride, 1)
        self.padding = _numbers(padding, 1)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input):
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                            self.count_include_pad)


@_tine.hidden
class _AvgPool(_AvgPoolNd):
    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False,
                 count_include_pad=True, divisor_override=None):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input):
        return self._function(input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                              self.count_include_pad, self.divisor_override)


class AvgPool2d(_AvgPool):
    _function = F.avg_pool2d


class AvgPool3d(_AvgPool):
    _function = F.avg_pool3d


class _LPPoolNd(Module):
    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def extra_repr(self):
        return (f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, "
                f"stride={self.stride}, ceil_mode={self.ceil_mode}")


@_tine.hidden
class _LPPool(_LPPoolNd):
    def forward(self, input):
        return self._function(input, float(self.norm_type), self.kernel_size, self.stride,
                              self.ceil_mode)


class LPPool1d(_LPPool):
    _function = F.lp_pool1d


class LPPool2d(_LPPool):
    _function = F.lp_pool2d


class LPPool3d(_LPPool):
    _function = F.lp_pool3d


class _AdaptiveAvgPoolNd(Module):
    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def extra_repr(self):
        return f"output_size={self.output_size}"


@_tine.hidden
class _AdaptiveAvgPool(_AdaptiveAvgPoolNd):
    def forward(self, input):
        return self._function(input, self.output_size)


class AdaptiveAvgPool1d(_AdaptiveAvgPool):
    _function = F.adaptive_avg_pool1d


class AdaptiveAvgPool2d(_AdaptiveAvgPool):
    _function = F.adaptive_avg_pool2d


class AdaptiveAvgPool3d(_AdaptiveAvgPool):
    _function = F.adaptive_avg_pool3d


class _AdaptiveMaxPoolNd(Module):
    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def extra_repr(self):
        return f"output_size={self.output_size}"


@_tine.hidden
class _AdaptiveMaxPool(_AdaptiveMaxPoolNd):
    def forward(self, input):
        return self._function(input, self.output_size, self.return_indices)


class AdaptiveMaxPool1d(_AdaptiveMaxPool):
    _function = F.adaptive_max_pool1d


class AdaptiveMaxPool2d(_AdaptiveMaxPool):
    _function = F.adaptive_max_pool2d


class AdaptiveMaxPool3d(_AdaptiveMaxPool):
    _function = F.adaptive_max_pool3d


@_tine.hidden
class _FractionalMaxPoolNd(Module):
    def __init__(self, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                 _random_samples=None):
        super().__init__()
        rank = self._rank
        self.kernel_size = _numbers(kernel_size, rank)
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else _numbers(output_size, rank)
        self.output_ratio = output_ratio
        if output_size is None and output_ratio is None:
            raise ValueError(f"FractionalMaxPool{rank}d requires specifying either an output size, or a pooling "
                             "ratio")
        if output_size is not None and output_ratio is not None:
            raise ValueError("only one of output_size and output_ratio may be specified")
        if output_ratio is not None:
            self.output_ratio = ((output_ratio,) * rank if isinstance(output_ratio, (int, float)) else
                                 tuple(output_ratio))
            for ratio in self.output_ratio:
                if not 0 < ratio < 1:
                    raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input):
        return self._function(input, self.kernel_size, self.output_size, self.output_ratio,
                              self.return_indices, self._random_samples)


class FractionalMaxPool2d(_FractionalMaxPoolNd):
    _rank, _function = 2, F.fractional_max_pool2d


class FractionalMaxPool3d(_FractionalMaxPoolNd):
    _rank, _function = 3, F.fractional_max_pool3d

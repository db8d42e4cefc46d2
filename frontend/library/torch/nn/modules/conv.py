# Convolutions and transposed convolutions of 1 to 3 dimensions.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
import torch.nn.functional as F
import torch.nn.init as init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


def _numbers(value, count):
    return (value,) * count if isinstance(value, int) else tuple(value)


class _ConvNd(Module):
    def __init__(self, rank, in_channels, out_channels, kernel_size, stride, padding, dilation,
                 transposed, output_padding, groups, bias, padding_mode, device, dtype):
        super().__init__()
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        stride = _numbers(stride, rank)
        if isinstance(padding, str):
            if padding != "same" and padding != "valid":
                raise ValueError(f"Invalid padding string '{padding}', should be one of "
                                 "{'valid', 'same'}")
            if padding == "same":
                for number in stride:
                    if number != 1:
                        raise ValueError("padding='same' is not supported for strided "
                                         "convolutions")
        else:
            padding = _numbers(padding, rank)
        if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            raise ValueError("padding_mode must be one of {'circular', 'zeros', 'replicate', "
                             f"'reflect'}}, but got padding_mode='{padding_mode}'")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = _numbers(kernel_size, rank)
        self.stride = stride
        self.padding = padding
        self.dilation = _numbers(dilation, rank)
        self.transposed = transposed
        self.output_padding = _numbers(output_padding, rank)
        self.groups = groups
        self.padding_mode = padding_mode
        shape = [in_channels, out_channels // groups] if transposed else [
            out_channels, in_channels // groups]
        self.weight = Parameter(
            torch.empty(shape + list(self.kernel_size), device=device, dtype=dtype))
        self.bias = None
        if bias:
            self.bias = Parameter(torch.empty(out_channels, device=device, dtype=dtype))
        self.reset_parameters()

    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in = self.weight.size(1) * math.prod(self.kernel_size)
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def _padded(self, input):
        """The input with its padding, if that is not zeros, and the padding that is left."""
        if self.padding_mode == "zeros":
            return input, self.padding
        amounts = []
        rank = len(self.kernel_size)
        for i in range(rank - 1, -1, -1):
            if isinstance(self.padding, str):
                total = 0
                if self.padding == "same":
                    total = self.dilation[i] * (self.kernel_size[i] - 1)
                amounts = amounts + [total // 2, total - total // 2]
            else:
                amounts = amounts + [self.padding[i], self.padding[i]]
        return F.pad(input, amounts, mode=self.padding_mode), (0,) * rank

    def extra_repr(self):
        zeros = (0,) * len(self.kernel_size)
        ones = (1,) * len(self.kernel_size)
        text = (f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, "
                f"stride={self.stride}")
        if self.padding != zeros:
            text += f", padding={self.padding}"
        if self.dilation != ones:
            text += f", dilation={self.dilation}"
        if self.output_padding != zeros:
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text


@_tine.hidden
class _Direct(_ConvNd):
    """[N, C, ...] to [N, out_channels, ...]; also without N."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1,
                 groups=1, bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__(self._rank, in_channels, out_channels, kernel_size, stride, padding,
                         dilation, False, 0, groups, bias, padding_mode, device, dtype)

    def forward(self, input):
        input, padding = self._padded(input)
        return self._function(input, self.weight, self.bias, self.stride, padding, self.dilation,
                              self.groups)


class Conv1d(_Direct):
    _rank, _function = 1, F.conv1d


class Conv2d(_Direct):
    _rank, _function = 2, F.conv2d


class Conv3d(_Direct):
    _rank, _function = 3, F.conv3d


class _ConvTransposeNd(_ConvNd):
    def _added(self, input, output_size):
        """The padding behind the output that gives it a size."""
        if output_size is None:
            return self.output_padding
        rank = len(self.kernel_size)
        sizes = list(output_size)[-rank:]
        inner = list(input.shape)[-rank:]
        least = []
        for i in range(rank):
            least.append((inner[i] - 1) * self.stride[i] - 2 * self.padding[i]
                         + self.dilation[i] * (self.kernel_size[i] - 1) + 1)
        most = [least[i] + self.stride[i] - 1 for i in range(rank)]
        for i in range(rank):
            if sizes[i] < least[i] or sizes[i] > most[i]:
                raise ValueError(f"requested an output size of {tuple(sizes)}, but valid sizes "
                                 f"range from {least} to {most} (for an input of "
                                 f"{torch.Size(inner)})")
        return [sizes[i] - least[i] for i in range(rank)]


@_tine.hidden
class _Transposed(_ConvTransposeNd):
    """[N, C, ...] to [N, out_channels, ...]; also without N."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0,
                 output_padding=0, groups=1, bias=True, dilation=1, padding_mode="zeros",
                 device=None, dtype=None):
        if padding_mode != "zeros":
            raise ValueError('Only "zeros" padding mode is supported for '
                             f"{self.__class__.__name__}")
        super().__init__(self._rank, in_channels, out_channels, kernel_size, stride, padding,
                         dilation, True, output_padding, groups, bias, padding_mode, device, dtype)

    def forward(self, input, output_size=None):
        return self._function(input, self.weight, self.bias, self.stride, self.padding,
                              self._added(input, output_size), self.groups, self.dilation)


class ConvTranspose1d(_Transposed):
    _rank, _function = 1, F.conv_transpose1d


class ConvTranspose2d(_Transposed):
    _rank, _function = 2, F.conv_transpose2d


class ConvTranspose3d(_Transposed):
    _rank, _function = 3, F.conv_transpose3d

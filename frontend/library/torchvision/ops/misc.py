# torchvision.ops.misc: a convolution with its norm and activation, and other small layers.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch import nn


def _kept_size(kernel_size, dilation):
    """The padding with which a convolution of stride 1 and an odd kernel keeps the size."""
    if isinstance(kernel_size, int) and isinstance(dilation, int):
        return dilation * ((kernel_size - 1) // 2)
    rank = len(dilation) if isinstance(kernel_size, int) else len(kernel_size)
    kernels = [kernel_size] * rank if isinstance(kernel_size, int) else kernel_size
    dilations = [dilation] * rank if isinstance(dilation, int) else dilation
    return tuple([dilations[i] * ((kernels[i] - 1) // 2) for i in range(rank)])


class ConvNormActivation(nn.Sequential):
    """A convolution, and a norm and an activation behind it where their classes are given."""

    def __init__(self, in_channels, out_channels, kernel_size=3, stride=1, padding=None, groups=1, norm_layer=nn.BatchNorm2d,
                 activation_layer=nn.ReLU, dilation=1, inplace=True, bias=None, conv_layer=nn.Conv2d):
        pads = _kept_size(kernel_size, dilation) if padding is None else padding
        has_bias = norm_layer is None if bias is None else bias
        parts = [conv_layer(in_channels, out_channels, kernel_size, stride, pads, dilation=dilation, groups=groups, bias=has_bias)]
        if norm_layer is not None:
            parts.append(norm_layer(out_channels))
        if activation_layer is not None:
            parts.append(activation_layer() if inplace is None else activation_layer(inplace=inplace))
        super().__init__(*parts)
        self.out_channels = out_channels


class Conv2dNormActivation(ConvNormActivation):
    def __init__(self, in_channels, out_channels, kernel_size=3, stride=1, padding=None, groups=1, norm_layer=nn.BatchNorm2d,
                 activation_layer=nn.ReLU, dilation=1, inplace=True, bias=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, groups, norm_layer, activation_layer, dilation, inplace, bias,
                         nn.Conv2d)


class Conv3dNormActivation(ConvNormActivation):
    def __init__(self, in_channels, out_channels, kernel_size=3, stride=1, padding=None, groups=1, norm_layer=nn.BatchNorm3d,
                 activation_layer=nn.ReLU, dilation=1, inplace=True, bias=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, groups, norm_layer, activation_layer, dilation, inplace, bias,
                         nn.Conv3d)


class SqueezeExcitation(nn.Module):
    """Scales each channel by what two 1 x 1 convolutions make of the means of all (Hu et al. 2017)."""

    def __init__(self, input_channels, squeeze_channels, activation=nn.ReLU, scale_activation=nn.Sigmoid):
        super().__init__()
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.fc1 = nn.Conv2d(input_channels, squeeze_channels, 1)
        self.fc2 = nn.Conv2d(squeeze_channels, input_channels, 1)
        self.activation = activation()
        self.scale_activation = scale_activation()

    def _scale(self, input):
        narrow = self.activation(self.fc1(self.avgpool(input)))
        return self.scale_activation(self.fc2(narrow))

    def forward(self, input):
        return self._scale(input) * input


class MLP(nn.Sequential):
    """Linear layers to the widths `hidden_channels`, a norm and an activation between them, and dropout behind each."""

    def __init__(self, in_channels, hidden_channels, norm_layer=None, activation_layer=nn.ReLU, inplace=None, bias=True, dropout=0.0):
        options = {} if inplace is None else {"inplace": inplace}
        widths = [in_channels] + list(hidden_channels)
        parts = []
        for i in range(1, len(widths)):
            parts.append(nn.Linear(widths[i - 1], widths[i], bias=bias))
            if i + 1 < len(widths):
                if norm_layer is not None:
                    parts.append(norm_layer(widths[i]))
                parts.append(activation_layer(**options))
            parts.append(nn.Dropout(dropout, **options))
        super().__init__(*parts)


class Permute(nn.Module):
    def __init__(self, dims):
        super().__init__()
        self.dims = dims

    def forward(self, x):
        return x.permute(self.dims)


class FrozenBatchNorm2d(nn.Module):
    """Batch normalisation by numbers that stay: all four are buffers."""

    def __init__(self, num_features, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.register_buffer("weight", torch.ones(num_features))
        self.register_buffer("bias", torch.zeros(num_features))
        self.register_buffer("running_mean", torch.zeros(num_features))
        self.register_buffer("running_var", torch.ones(num_features))

    def forward(self, x):
        scale = self.weight * (self.running_var + self.eps).rsqrt()
        shift = self.bias - self.running_mean * scale
        return x * scale.view(1, -1, 1, 1) + shift.view(1, -1, 1, 1)

    def __repr__(self):
        return f"{type(self).__name__}({self.weight.shape[0]}, eps={self.eps})"

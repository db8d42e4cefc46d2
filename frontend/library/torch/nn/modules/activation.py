# Activations as modules; the functions are in torch.nn.functional.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
import torch.nn.functional as F
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


def _inplace(module):
    return ", inplace=True" if module.inplace else ""


@_tine.hidden
class _Elementwise(Module):
    """What has no options; `_function` computes it."""

    def forward(self, input):
        return self._function(input)


@_tine.hidden
class _InPlace(Module):
    """`inplace` is the only option."""

    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def forward(self, input):
        return self._function(input, self.inplace)


@_tine.hidden
class _ShownInPlace(_InPlace):
    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


class ReLU(_ShownInPlace):
    _function = F.relu


class SELU(_ShownInPlace):
    _function = F.selu


class SiLU(_ShownInPlace):
    _function = F.silu


class Mish(_ShownInPlace):
    _function = F.mish


class Hardswish(_InPlace):
    _function = F.hardswish


class Hardsigmoid(_InPlace):
    _function = F.hardsigmoid


class Sigmoid(_Elementwise):
    _function = torch.sigmoid


class Tanh(_Elementwise):
    _function = torch.tanh


class Softsign(_Elementwise):
    _function = F.softsign


class LogSigmoid(_Elementwise):
    _function = F.logsigmoid


class Tanhshrink(_Elementwise):
    _function = F.tanhshrink


class LeakyReLU(Module):
    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope = negative_slope
        self.inplace = inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}{_inplace(self)}"


@_tine.hidden
class _OfAlpha(Module):
    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def forward(self, input):
        return self._function(input, self.alpha, self.inplace)

    def extra_repr(self):
        return f"alpha={self.alpha}{_inplace(self)}"


class ELU(_OfAlpha):
    _function = F.elu


class CELU(_OfAlpha):
    _function = F.celu


class GELU(Module):
    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, self.approximate)

    def extra_repr(self):
        return f"approximate='{self.approximate}'"


class Softplus(Module):
    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        return f"beta={self.beta}, threshold={self.threshold}"


class Threshold(Module):
    def __init__(self, threshold, value, inplace=False):
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self):
        return f"threshold={self.threshold}, value={self.value}{_inplace(self)}"


class Hardtanh(Module):
    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False):
        super().__init__()
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extra_repr(self):
        return f"min_val={self.min_val}, max_val={self.max_val}{_inplace(self)}"


class ReLU6(Hardtanh):
    def __init__(self, inplace=False):
        super().__init__(0.0, 6.0, inplace)

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""


@_tine.hidden
class _Shrink(Module):
    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, input):
        return self._function(input, self.lambd)

    def extra_repr(self):
        return str(self.lambd)


class Hardshrink(_Shrink):
    _function = F.hardshrink


class Softshrink(_Shrink):
    _function = F.softshrink


@_tine.hidden
class _OverDim(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return self._function(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class GLU(_OverDim):
    _function = F.glu

    def __init__(self, dim=-1):
        super().__init__(dim)


class Softmax(_OverDim):
    _function = F.softmax


class Softmin(_OverDim):
    _function = F.softmin


class LogSoftmax(_OverDim):
    _function = F.log_softmax


class Softmax2d(Module):
    """Softmax over the channels of [N, C, H, W] or [C, H, W]."""

    def forward(self, input):
        if input.dim() != 3 and input.dim() != 4:
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D "
                             "instead")
        return F.softmax(input, -3)


class RReLU(Module):
    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        super().__init__()
        self.lower = lower
        self.upper = upper
        self.inplace = inplace

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self):
        return f"lower={self.lower}, upper={self.upper}" + _inplace(self)


class PReLU(Module):
    """A leaky ReLU whose slope is a parameter, of one value or one a channel."""

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters = num_parameters
        self.init = init
        self.weight = Parameter(
            torch.full((num_parameters,), float(init), device=device, dtype=dtype))

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"

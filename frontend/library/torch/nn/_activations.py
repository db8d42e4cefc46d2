# Activations, and what makes probabilities of scores.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._math import summed
from torch.nn._batch_norm import is_half


def _result(input, value, inplace):
    """The value, or the input changed to it."""
    return input.copy_(value) if inplace else value


def relu(input, inplace=False):
    return torch.relu_(input) if inplace else torch.relu(input)


def relu_(input):
    return torch.relu_(input)


def relu6(input, inplace=False):
    return hardtanh(input, 0.0, 6.0, inplace)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    if not input.is_floating_point():
        min_val, max_val = int(min_val), int(max_val)
        if input.dtype == torch.uint8 and min_val < 0:
            raise RuntimeError("cannot do hardtanh on an unsigned type with negative limits")
    if not input.requires_grad:
        return _result(input, torch.clamp(input, min_val, max_val), inplace)
    # Unlike that of clamp, the derivative at the bounds is 0.
    outside = torch.logical_or(input <= min_val, input >= max_val)
    cut = torch.clamp(input.detach(), min_val, max_val)
    return _result(input, _tine.kinked(input, torch.where(outside, cut, input)), inplace)


def hardsigmoid(input, inplace=False):
    return _result(input, hardtanh(input + 3.0, 0.0, 6.0) / 6.0, inplace)


def hardswish(input, inplace=False):
    return _result(input, input * hardtanh(input + 3.0, 0.0, 6.0) / 6.0, inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    output = torch.where(input > 0, input, input * negative_slope)
    return _result(input, _tine.kinked(input, output), inplace)


def prelu(input, weight):
    # One slope for all, or one for each channel of dimension 1.
    channels = input.size(1) if input.dim() > 1 else 1
    if weight.numel() != 1 and weight.numel() != channels:
        raise RuntimeError("Mismatch of parameter numbers and input channel size. Found parameter "
                           f"numbers = {weight.numel()} and channel size = {channels}.")
    if weight.numel() == 1:
        weight = weight.reshape([])
    elif input.dim() > 1:
        weight = weight.reshape([1, weight.numel()] + [1] * (input.dim() - 2))
    if not input.requires_grad and not weight.requires_grad:
        return torch.where(input > 0, input, weight * input)
    with torch.no_grad():
        output = torch.where(input > 0, input, weight * input)

    def backward(grad):
        for_input = torch.where(input > 0, grad, weight * grad)
        return for_input, summed(torch.where(input > 0, 0.0, input * grad), weight)

    return _tine.with_derivative((output,), (input, weight), backward)[0]


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    if not training:
        return leaky_relu(input, (lower + upper) / 2, inplace)
    with torch.no_grad():
        # A slope is drawn for each element that is not positive, in their order.
        low = input.detach().reshape(-1) <= 0
        drawn = torch.rand(int(low.sum().item()), dtype=torch.float64)
        slopes = (drawn * (upper - lower) + lower).to(input.dtype)
        slopes = torch.cat([torch.ones(1, dtype=input.dtype), slopes])
        place = torch.cumsum(low, 0) * low
        slopes = torch.index_select(slopes, 0, place).reshape(list(input.shape))
    return _result(input, input * slopes, inplace)


def threshold(input, threshold, value, inplace=False):
    if not input.is_floating_point():
        threshold, value = int(threshold), int(value)
    output = torch.where(input <= threshold, value, input)
    return _result(input, _tine.kinked(input, output), inplace)


_threshold = threshold


def _expm1_below(input):
    # Of what is not positive: an exponential that overflows on the way not
    # taken would turn the derivative into NaN.
    return torch.expm1(torch.where(input > 0, 0.0, input))


def elu(input, alpha=1.0, inplace=False):
    return _result(input, torch.where(input > 0, input, alpha * _expm1_below(input)), inplace)


def celu(input, alpha=1.0, inplace=False):
    return _result(input, torch.where(input > 0, input, alpha * _expm1_below(input / alpha)),
                   inplace)


def selu(input, inplace=False):
    # The constants that keep mean 0 and variance 1 (Klambauer et al. 2017).
    alpha = 1.6732632423543772
    scale = 1.0507009873554805
    return _result(input, scale * torch.where(input > 0, input, alpha * _expm1_below(input)),
                   inplace)


def elu_(input, alpha=1.0):
    return elu(input, alpha, True)


def celu_(input, alpha=1.0):
    return celu(input, alpha, True)


def selu_(input):
    return selu(input, True)


def leaky_relu_(input, negative_slope=0.01):
    return leaky_relu(input, negative_slope, True)


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    return hardtanh(input, min_val, max_val, True)


def threshold_(input, threshold, value):
    return _threshold(input, threshold, value, True)


def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    return rrelu(input, lower, upper, training, True)


def gelu(input, approximate="none"):
    x = input.float() if is_half(input.dtype) else input
    if approximate == "tanh":
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * (x * x * x))
        return (0.5 * x * (1 + torch.tanh(inner))).to(input.dtype)
    if approximate != "none":
        raise RuntimeError("approximate argument must be either none or tanh.")
    # At infinity as it is there; oneDNN's for AVX-512 is not a number.
    return (0.5 * x * (1 + torch.erf(x * math.sqrt(0.5)))).to(input.dtype)


def silu(input, inplace=False):
    return _result(input, input * torch.sigmoid(input), inplace)


def mish(input, inplace=False):
    return _result(input, input * torch.tanh(softplus(input)), inplace)


def softplus(input, beta=1.0, threshold=20.0):
    scaled = input * beta
    linear = scaled > threshold
    scaled = torch.where(linear, 0.0, scaled)
    return torch.where(linear, input, torch.log1p(torch.exp(scaled)) / beta)


def softsign(input):
    return input / (1 + torch.abs(input))


def tanhshrink(input):
    return input - torch.tanh(input)


def softshrink(input, lambd=0.5):
    # PyTorch's vectors of 16 elements have no zeros below 0.
    few = _tine.is_known(input.numel()) and input.numel() < 16
    inside = input * 0.0 if few else torch.where(input == input, 0.0, input)
    return _tine.kinked(input, torch.where(input > lambd, input - lambd, torch.where(
        input < -lambd, input + lambd, inside)))


def hardshrink(input, lambd=0.5):
    kept = torch.where(torch.abs(input) <= lambd, torch.zeros_like(input), input)
    return _tine.kinked(input, kept)


def logsigmoid(input):
    # exp of what is never positive cannot overflow. abs and minimum have a kink
    # at 0 that the function has not, and that second derivatives would show.
    positive = input >= 0
    size = torch.where(positive, input, -input)
    return torch.where(positive, 0.0, input) - torch.log1p(torch.exp(-size))


def glu(input, dim=-1):
    if input.size(dim) % 2 != 0:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} "
                           f"is size {input.size(dim)}")
    a, b = torch.chunk(input, 2, dim)
    return a * torch.sigmoid(b)


def sigmoid(input):
    return torch.sigmoid(input)


def tanh(input):
    return torch.tanh(input)


def _softmax_dim(input, dim):
    # Without `dim`: the last but one for matrices and images, as it once was.
    if dim is not None:
        return dim
    return 0 if input.dim() in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    return torch.softmax(input, _softmax_dim(input, dim), dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    return torch.log_softmax(input, _softmax_dim(input, dim), dtype=dtype)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    noise = -torch.log(torch.empty(list(logits.shape), dtype=logits.dtype, device=logits.device).exponential_())
    soft = torch.softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    index = torch.max(soft, dim, keepdim=True)[1]
    return torch.zeros_like(soft).scatter_(dim, index, 1.0) - soft.detach() + soft


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    return torch.softmax(-input, _softmax_dim(input, dim), dtype=dtype)

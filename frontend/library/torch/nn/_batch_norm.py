# Normalisation over batches and over instances, as functions.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch


def _channels(parameter, rank):
    """A vector with an element for each channel, ready for [N, C, ...]."""
    return parameter.reshape([1, parameter.size(0)] + [1] * (rank - 2))


def _track(running, value, momentum):
    if running is not None:
        with torch.no_grad():
            running.mul_(1 - momentum).add_(value.detach().reshape(-1) * momentum)


def _scaled(output, weight, bias, input):
    rank = input.dim()
    if weight is not None:
        output = output * _channels(weight, rank)
    if bias is not None:
        output = output + _channels(bias, rank)
    return _tine.in_format(output, input)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False,
               momentum=0.1, eps=1e-5):
    rank = input.dim()
    if not training:
        if eps < 0.0:
            raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
        if running_mean is None or running_var is None:
            raise RuntimeError("Expected running_mean and running_var to be defined when "
                               "training=False")
        scale = torch.rsqrt(running_var + eps)
        return _scaled((input - _channels(running_mean, rank)) * _channels(scale, rank), weight,
                       bias, input)
    count = input.size(0)
    for size in list(input.shape)[2:]:
        count = count * size
    if count == 1:
        raise ValueError("Expected more than 1 value per channel when training, got input size "
                         f"{input.size()}")
    if eps <= 0.0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    return normalized_batch(input, running_mean, running_var, weight, bias, momentum, eps)[0]


def normalized_batch(input, running_mean, running_var, weight, bias, momentum, eps):
    """Batch norm in training, and the mean and the inverse deviation of every channel."""
    dims = [0] + list(range(2, input.dim()))
    count = 1
    for d in dims:
        count = count * input.size(d)
    mean = input.mean(dims, keepdim=True)
    centred = input - mean
    variance = (centred * centred).mean(dims, keepdim=True)
    _track(running_mean, mean, momentum)
    _track(running_var, variance * (count / (count - 1) if count != 1 else math.nan), momentum)
    scale = torch.rsqrt(variance + eps)
    output = _scaled(centred * scale, weight, bias, input)
    graded = [x for x in (input, weight, bias) if x is not None and x.requires_grad]
    if not graded:
        return output, mean, scale

    def backward(grad):
        # Of what the mean and the deviation depend on the input: two sums, in one sweep.
        total = grad.sum(dims, keepdim=True)
        along = (grad * (input - mean)).sum(dims, keepdim=True) * scale
        gradients = []
        if input.requires_grad:
            slope = scale if weight is None else scale * _channels(weight, input.dim())
            rest = (input - mean) * (scale * along / count)
            gradients.append((grad - total / count - rest) * slope)
        if weight is not None and weight.requires_grad:
            gradients.append(along.reshape(-1))
        if bias is not None and bias.requires_grad:
            gradients.append(total.reshape(-1))
        return tuple(gradients)

    output = _tine.with_derivative((output,), tuple(graded), backward)[0]
    return _tine.in_format(output, input), mean, scale


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None,
                  use_input_stats=True, momentum=0.1, eps=1e-5):
    rank = input.dim()
    if not use_input_stats:
        return batch_norm(input, running_mean, running_var, weight, bias, False, momentum, eps)
    count = 1
    for size in list(input.shape)[2:]:
        count = count * size
    if count == 1:
        raise ValueError("Expected more than 1 spatial element when training, got input size "
                         f"{input.size()}")
    dims = list(range(2, rank))
    mean = input.mean(dims, keepdim=True)
    centred = input - mean
    variance = (centred * centred).mean(dims, keepdim=True)
    _track(running_mean, mean.mean(0), momentum)
    _track(running_var, (variance * (count / (count - 1))).mean(0), momentum)
    output = _scaled(centred * torch.rsqrt(variance + eps), weight, bias, input)
    return _tine.in_format(output)

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


def is_half(kind):
    return kind == torch.float16 or kind == torch.bfloat16


def exact_mean(input, dims):
    """Rounded once, behind the division: of equal elements exactly what they are."""
    return input.double().mean(dims, keepdim=True).to(input.dtype)


def _full(tensor):
    return tensor.float() if tensor is not None and is_half(tensor.dtype) else tensor


def rounded_as(input, *parameters):
    """The dtype that means and deviations of half floats are kept in: float32 if a parameter has it."""
    for parameter in parameters:
        if parameter is not None and not is_half(parameter.dtype):
            return None
    return input.dtype if is_half(input.dtype) else None


def _rounded(value, kind):
    return value.to(kind).float()


def _centred_and_scale(full, mean, centred, variance, count, eps, kind):
    """What PyTorch scales with, which it keeps in the dtype `kind` if there is one."""
    if kind is None:
        return centred, torch.rsqrt(variance + eps)
    if kind == torch.bfloat16:
        variance = _rounded(_rounded(variance * count, kind) / count, kind)
    return full - _rounded(mean, kind), _rounded(torch.rsqrt(variance + eps), kind)


def _track(running, value, momentum):
    if running is not None:
        with torch.no_grad():
            value = value.detach().reshape(-1)
            if is_half(running.dtype):
                running.copy_(running.float() * (1 - momentum) + value * momentum)
            else:
                running.mul_(1 - momentum).add_(value * momentum)


def _scaled(output, weight, bias, input):
    rank = input.dim()
    if weight is not None:
        output = output * _channels(_full(weight), rank)
    if bias is not None:
        output = output + _channels(_full(bias), rank)
    return _tine.in_format(output.to(input.dtype) if is_half(input.dtype) else output, input)


def _of_running(input, running_mean, running_var, weight, bias, eps):
    """The norm of evaluation: a factor and an addend for each channel, as PyTorch has them."""
    rank = input.dim()
    mean, scale = _full(running_mean), torch.rsqrt(_full(running_var) + eps)
    with torch.no_grad():
        factor = scale if weight is None else scale * _full(weight)
        addend = -mean * factor if bias is None else _full(bias) - mean * factor
    output = _full(input) * _channels(factor, rank) + _channels(addend, rank)
    output = output.to(input.dtype) if is_half(input.dtype) else output
    graded = [x for x in (input, weight, bias) if x is not None and x.requires_grad]
    if graded and torch.is_grad_enabled():
        dims = [0] + list(range(2, rank))

        def backward(grad):
            gradients = []
            full = _full(grad)
            if input.requires_grad:
                slope = scale if weight is None else scale * _full(weight)
                gradients.append((full * _channels(slope, rank)).to(input.dtype))
            if weight is not None and weight.requires_grad:
                along = (full * (_full(input) - _channels(mean, rank))).sum(dims)
                gradients.append((along * scale).to(weight.dtype))
            if bias is not None and bias.requires_grad:
                gradients.append(full.sum(dims).to(bias.dtype))
            return tuple(gradients)

        output = _tine.with_derivative((output,), tuple(graded), backward)[0]
    return _tine.in_format(output, input)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False,
               momentum=0.1, eps=1e-5):
    rank = input.dim()
    if training:
        if math.prod([input.size(0)] + list(input.shape)[2:]) == 1:
            raise ValueError("Expected more than 1 value per channel when training, got input size "
                             f"{input.size()}")
    if rank > 1:
        for name, of_channels in [("running_mean", running_mean), ("running_var", running_var),
                                  ("weight", weight), ("bias", bias)]:
            if of_channels is not None and of_channels.numel() != input.size(1):
                # Nothing has as many channels as anybody says.
                if input.numel() == 0:
                    output = input.clone() if weight is None else input * weight[0]
                    return output if bias is None else output + bias[0]
                raise RuntimeError(f"{name} should contain {input.size(1)} elements not "
                                   f"{of_channels.numel()}")
    if not training:
        if eps < 0.0:
            raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
        if running_mean is None or running_var is None:
            raise RuntimeError("Expected running_mean and running_var to be defined when "
                               "training=False")
        return _of_running(input, running_mean, running_var, weight, bias, eps)
    if eps <= 0.0:
        raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    return normalized_batch(input, running_mean, running_var, weight, bias, momentum, eps)[0]


def normalized_batch(input, running_mean, running_var, weight, bias, momentum, eps):
    """Batch norm in training, and the mean and the inverse deviation of every channel."""
    dims = [0] + list(range(2, input.dim()))
    count = math.prod([input.size(d) for d in dims])
    kind = rounded_as(input, weight, bias, running_mean, running_var)
    full = _full(input)
    mean = full.mean(dims, keepdim=True)
    centred = full - mean
    variance = (centred * centred).mean(dims, keepdim=True)
    _track(running_mean, mean, momentum)
    _track(running_var, variance * (count / (count - 1) if count != 1 else math.nan), momentum)
    centred, scale = _centred_and_scale(full, mean, centred, variance, count, eps, kind)
    output = _scaled(centred * scale, weight, bias, input)
    graded = [x for x in (input, weight, bias) if x is not None and x.requires_grad]
    if is_half(input.dtype) or not graded:
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
    count = math.prod(list(input.shape)[2:])
    if count == 1:
        raise ValueError("Expected more than 1 spatial element when training, got input size "
                         f"{input.size()}")
    dims = list(range(2, rank))
    kind = rounded_as(input, weight, bias, running_mean, running_var)
    full = _full(input)
    mean = full.mean(dims, keepdim=True)
    centred = full - mean
    variance = (centred * centred).mean(dims, keepdim=True)
    _track(running_mean, mean.mean(0), momentum)
    _track(running_var, (variance * (count / (count - 1))).mean(0), momentum)
    centred, scale = _centred_and_scale(full, mean, centred, variance, count, eps, kind)
    output = _scaled(centred * scale, weight, bias, input)
    return _tine.in_format(output)

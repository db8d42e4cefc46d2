# torch.nn.init: first values of parameters, drawn as PyTorch draws them.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import torch


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


def constant_(tensor, val):
    with torch.no_grad():
        return tensor.fill_(val)


def ones_(tensor):
    return constant_(tensor, 1.0)


def zeros_(tensor):
    with torch.no_grad():
        return tensor.zero_()


def eye_(tensor):
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    rows, columns = tensor.shape
    with torch.no_grad():
        tensor.copy_(torch.eye(rows, columns))
    return tensor


def calculate_gain(nonlinearity, param=None):
    """How much a nonlinearity shrinks the standard deviation, inverted."""
    if nonlinearity in ("linear", "sigmoid", "conv1d", "conv2d", "conv3d", "conv_transpose1d",
                        "conv_transpose2d", "conv_transpose3d"):
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return math.sqrt(2.0 / (1 + slope ** 2))
    if nonlinearity == "selu":
        return 3.0 / 4
    raise ValueError(f"Unsupported nonlinearity {nonlinearity}")


def _calculate_fan_in_and_fan_out(tensor):
    """Inputs of one output and outputs of one input, for weight[out, in, kernel...]."""
    if tensor.dim() < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    kernel = math.prod(tensor.shape[2:])
    return tensor.size(1) * kernel, tensor.size(0) * kernel


# Bounds and deviations are computed in exactly this order: the last bit counts.


def xavier_uniform_(tensor, gain=1.0, generator=None):
    """Glorot and Bengio 2010."""
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    return normal_(tensor, 0.0, std, generator)


def _kaiming_deviation(tensor, a, mode, nonlinearity):
    """He et al. 2015."""
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    if mode != "fan_in" and mode != "fan_out":
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    fan = fan_in if mode == "fan_in" else fan_out
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    if 0 in list(tensor.shape):
        return tensor
    bound = math.sqrt(3.0) * _kaiming_deviation(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    if 0 in list(tensor.shape):
        return tensor
    return normal_(tensor, 0.0, _kaiming_deviation(tensor, a, mode, nonlinearity), generator)


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    """A normal distribution within [a, b], by rejection as PyTorch 2.13 does it."""

    def below(x):
        return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0

    accepted = below((b - mean) / std) - below((a - mean) / std)
    with torch.no_grad():
        if accepted > 0.3:
            return _truncate_by_redrawing(tensor, mean, std, a, b, generator)
        return _truncate_by_density(tensor, mean, std, a, b, generator)


def _truncate_by_redrawing(tensor, mean, std, a, b, generator):
    """Draws again, for all elements, until each was inside once."""
    # The bounds as the tensor's type has them.
    low = torch.tensor(a, dtype=tensor.dtype)
    high = torch.tensor(b, dtype=tensor.dtype)
    result = torch.empty_like(tensor).normal_(mean, std, generator=generator)
    outside = torch.logical_or(result < low, result > high)
    while outside.any().item():
        redrawn = torch.empty_like(tensor).normal_(mean, std, generator=generator)
        result = torch.where(outside, redrawn, result)
        outside = torch.logical_or(result < low, result > high)
    return tensor.copy_(result)


def _truncate_by_density(tensor, mean, std, a, b, generator):
    """Uniform candidates, accepted with a probability that is the density there
    relative to the greatest in [a, b]."""
    mode = max(a, min(mean, b))
    log_peak = -0.5 * ((mode - mean) / std) ** 2
    candidates = torch.empty_like(tensor).uniform_(a, b, generator=generator)
    result = candidates
    log_density = ((candidates - mean) / std).pow(2) * -0.5 - log_peak
    drawn = torch.empty_like(tensor).uniform_(0.0, 1.0, generator=generator)
    pending = torch.log(drawn) > log_density
    while pending.any().item():
        candidates = torch.empty_like(tensor).uniform_(a, b, generator=generator)
        result = torch.where(pending, candidates, result)
        log_density = ((candidates - mean) / std).pow(2) * -0.5 - log_peak
        drawn = torch.empty_like(tensor).uniform_(0.0, 1.0, generator=generator)
        again = torch.log(drawn) > log_density
        pending = torch.logical_and(pending, again)
    return tensor.copy_(result)


def _orthonormal_columns(matrix):
    """Gram and Schmidt, twice for each column; the signs are those of R with a positive diagonal."""
    found = torch.zeros_like(matrix)
    for j in range(matrix.size(1)):
        column = matrix[:, j]
        for _ in range(2):
            column = column - found @ (found.t() @ column)
        found[:, j] = column / column.norm()
    return found


def orthogonal_(tensor, gain=1, generator=None):
    """Rows or columns, whichever are fewer, become orthonormal."""
    if tensor.dim() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows = tensor.size(0)
    with torch.no_grad():
        flat = torch.empty(rows, tensor.numel() // rows, dtype=tensor.dtype)
        flat = normal_(flat, 0.0, 1.0, generator)
        wide = rows < flat.size(1)
        found = _orthonormal_columns(flat.t() if wide else flat)
        tensor.copy_((found.t() if wide else found).reshape(tensor.shape))
        return tensor.mul_(gain)


def dirac_(tensor, groups=1):
    """Convolutions that keep their input: 1 in the middle of each kernel."""
    if tensor.dim() < 3 or tensor.dim() > 5:
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    if tensor.size(0) % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    count = tensor.size(0) // groups
    middle = [size // 2 for size in list(tensor.shape)[2:]]
    with torch.no_grad():
        tensor.zero_()
        for g in range(groups):
            for d in range(min(count, tensor.size(1))):
                at = tensor[g * count + d][d]
                for place in middle:
                    at = at[place]
                at.fill_(1)
    return tensor


def sparse_(tensor, sparsity, std=0.01, generator=None):
    """A normal distribution with zeros in a share of the rows of each column."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    zeros = math.ceil(sparsity * tensor.size(0))
    with torch.no_grad():
        normal_(tensor, 0.0, std, generator)
        for column in range(tensor.size(1)):
            rows = torch.randperm(tensor.size(0))
            tensor[rows[:zeros], column] = 0
    return tensor


# The names of PyTorch 0.4 and before, which it still has.
uniform = uniform_
normal = normal_
constant = constant_
eye = eye_
dirac = dirac_
xavier_uniform = xavier_uniform_
xavier_normal = xavier_normal_
kaiming_uniform = kaiming_uniform_
kaiming_normal = kaiming_normal_
orthogonal = orthogonal_
sparse = sparse_

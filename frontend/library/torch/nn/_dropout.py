# Dropout of elements and of channels.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import torch
from torch.nn._activations import _result


def _check_probability(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _drop(input, noise, p, inplace):
    """Multiplies by noise of the given shape: 0 with probability p, else 1 / (1 - p)."""
    if p == 1.0:
        return _result(input, input * torch.zeros_like(noise), inplace)
    noise.bernoulli_(1 - p)
    noise.div_(1 - p)
    return _result(input, input * noise, inplace)


def dropout(input, p=0.5, training=True, inplace=False):
    _check_probability(p)
    if not training or p == 0.0:
        return input
    return _drop(input, torch.empty_like(input), p, inplace)


def _noise_of_channels(input, lead):
    """One number for each of the first dimensions, of size 1 in the others."""
    if input.dim() < lead or input.dim() < 1:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    shape = list(input.shape)[:lead] + [1] * (input.dim() - lead)
    return torch.empty(shape, dtype=input.dtype, device=input.device)


def _channel_dropout(input, p, training, inplace, lead):
    """Drops whole channels."""
    _check_probability(p)
    if not training or p == 0.0:
        return input
    return _drop(input, _noise_of_channels(input, lead), p, inplace)


def dropout1d(input, p=0.5, training=True, inplace=False):
    if input.dim() != 2 and input.dim() != 3:
        raise RuntimeError(f"dropout1d: Expected 2D or 3D input, but received a {input.dim()}D "
                           "input. Note that dropout1d exists to provide channel-wise dropout on "
                           "inputs with 1 spatial dimension, a channel dimension, and an optional "
                           "batch dimension (i.e. 2D or 3D inputs).")
    return _channel_dropout(input, p, training, inplace, input.dim() - 1)


def dropout2d(input, p=0.5, training=True, inplace=False):
    return _channel_dropout(input, p, training, inplace, 2)


def dropout3d(input, p=0.5, training=True, inplace=False):
    return _channel_dropout(input, p, training, inplace, 2 if input.dim() == 5 else 1)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Sets elements to the least value of SELU; mean and variance stay."""
    return _alpha_dropout(input, p, training, inplace, input.dim())


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """The same with whole channels."""
    return _alpha_dropout(input, p, training, inplace, 2)


def _alpha_dropout(input, p, training, inplace, lead):
    _check_probability(p)
    if not training or p == 0.0:
        return input
    if p == 1.0:
        return _result(input, input * torch.zeros_like(input), inplace)
    least = 1.7580993408473766
    scale = 1.0 / math.sqrt((least * least * p + 1) * (1 - p))
    noise = torch.empty_like(input) if lead == input.dim() else _noise_of_channels(input, lead)
    kept = noise.bernoulli_(1 - p)
    shift = (kept - 1).mul_(least * scale).add_(least * scale * p)
    return _result(input, input * kept.mul_(scale) + shift, inplace)

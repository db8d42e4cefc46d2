# Layers and activations under their names in torch.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
import torch.nn.functional as F
from torch.nn._activations import celu_, gelu, hardshrink, prelu, rrelu_, selu_, threshold_
from torch.nn._batch_norm import exact_mean, normalized_batch
from torch.nn._windows import channel_shuffle, pixel_shuffle, pixel_unshuffle
from torch.nn.functional import bilinear, cosine_similarity, pairwise_distance, rms_norm


def celu(input, alpha=1.0):
    return F.celu(input, alpha)


def selu(input):
    return F.selu(input)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    return F.rrelu(input, lower, upper, training)


def threshold(input, threshold, value):
    return F.threshold(input, threshold, value)


def dropout(input, p, train):
    return F.dropout(input, p, train)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5, cudnn_enable=True):
    return F.layer_norm(input, normalized_shape, weight, bias, eps)


def _moments(input, dims, eps):
    """The mean and the inverse deviation, without a graph."""
    with torch.no_grad():
        if input.numel() == 0:
            mean = torch.zeros_like(input.detach().sum(dims, keepdim=True))
            return mean, torch.full_like(mean, math.nan)
        mean = exact_mean(input.detach(), dims)
        centred = input.detach() - mean
        return mean, torch.rsqrt((centred * centred).mean(dims, keepdim=True) + eps)


def native_layer_norm(input, normalized_shape, weight, bias, eps):
    mean, scale = _moments(input, list(range(-len(normalized_shape), 0)), eps)
    return F.layer_norm(input, normalized_shape, weight, bias, eps), mean, scale


def native_group_norm(input, weight, bias, N, C, HxW, group, eps):
    mean, scale = _moments(input.reshape(N, group, C // group * HxW), [2], eps)
    return F.group_norm(input, group, weight, bias, eps), mean.squeeze(2), scale.squeeze(2)


def native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps):
    if not training:
        none = torch.empty(0, dtype=input.dtype)
        return (F.batch_norm(input, running_mean, running_var, weight, bias, False, momentum, eps), none,
                none.clone())
    output, mean, scale = normalized_batch(input, running_mean, running_var, weight, bias, momentum, eps)
    return output, mean.detach().reshape(-1), scale.detach().reshape(-1)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5, cudnn_enabled=True):
    return F.group_norm(input, num_groups, weight, bias, eps)


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    return F.embedding(indices, weight)


def _cell(kind, input, h, c, w_ih, w_hh, b_ih, b_hh):
    output, h, c = _tine.rnn(kind, input.unsqueeze(0), h, c, w_ih, w_hh, b_ih, b_hh, False)
    return h, c


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return _cell("lstm", input, hx[0], hx[1], w_ih, w_hh, b_ih, b_hh)


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return _cell("gru", input, hx, None, w_ih, w_hh, b_ih, b_hh)[0]


def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return torch.tanh(F.linear(input, w_ih, b_ih) + F.linear(hx, w_hh, b_hh))


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return torch.relu(F.linear(input, w_ih, b_ih) + F.linear(hx, w_hh, b_hh))


def feature_dropout(input, p, train):
    return F.dropout2d(input, p, train)


def alpha_dropout(input, p, train):
    return F.alpha_dropout(input, p, train)


def norm_except_dim(v, pow=2, dim=0):
    """The norms of the slices of one dim, or of all elements if it is -1."""
    if dim == -1:
        return v.norm(pow)
    return v.norm(pow, [d for d in range(v.dim()) if d != dim], keepdim=True)


def _weight_norm(v, g, dim=0):
    return v * (g / norm_except_dim(v, 2, dim))

# torch.nn.functional: layers, with activations and losses beside them.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch.nn._activations import (celu, celu_, elu, elu_, gelu, glu, gumbel_softmax, hardshrink,
                                   hardsigmoid, hardswish, hardtanh, hardtanh_, leaky_relu,
                                   leaky_relu_, log_softmax, logsigmoid, mish, prelu, relu, relu6,
                                   relu_, rrelu, rrelu_, selu, selu_, sigmoid, silu, softmax,
                                   softmin, softplus, softshrink, softsign, tanh, tanhshrink,
                                   threshold, threshold_)
from torch.nn._attention import multi_head_attention_forward, scaled_dot_product_attention
from torch.nn._batch_norm import batch_norm, exact_mean, instance_norm, is_half, rounded_as
from torch.nn._convolution import (conv1d, conv2d, conv3d, conv_tbc, conv_transpose1d,
                                   conv_transpose2d, conv_transpose3d)
from torch.nn._ctc import ctc_loss
from torch.nn._dropout import (alpha_dropout, dropout, dropout1d, dropout2d, dropout3d,
                               feature_alpha_dropout)
from torch.nn._embedding import embedding, embedding_bag, one_hot
from torch.nn._losses import (binary_cross_entropy, binary_cross_entropy_with_logits,
                              cosine_embedding_loss, cross_entropy, huber_loss, kl_div, l1_loss,
                              mse_loss, nll_loss, smooth_l1_loss)
from torch.nn._margin_losses import (gaussian_nll_loss, hinge_embedding_loss, margin_ranking_loss,
                                     multi_margin_loss, multilabel_margin_loss,
                                     multilabel_soft_margin_loss, poisson_nll_loss,
                                     soft_margin_loss, triplet_margin_loss,
                                     triplet_margin_with_distance_loss)
from torch.nn._padding import pad
from torch.nn._pooling import (adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d,
                               adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d,
                               avg_pool1d, avg_pool2d, avg_pool3d, fractional_max_pool2d,
                               fractional_max_pool2d_with_indices, fractional_max_pool3d,
                               fractional_max_pool3d_with_indices, lp_pool1d, lp_pool2d, lp_pool3d,
                               max_pool1d, max_pool1d_with_indices, max_pool2d,
                               max_pool2d_with_indices, max_pool3d, max_pool3d_with_indices,
                               max_unpool1d, max_unpool2d, max_unpool3d)
from torch.nn._sampling import (affine_grid, grid_sample, interpolate, upsample, upsample_bilinear,
                                upsample_nearest)
from torch.nn._windows import channel_shuffle, fold, pixel_shuffle, pixel_unshuffle, unfold

# Formulas are those of PyTorch's documentation of the function, which names the
# papers; only what is not said there is explained here.


def linear(input, weight, bias=None):
    output = torch.matmul(input, weight.t())
    return output if bias is None else output + bias


def bilinear(input1, input2, weight, bias=None):
    out, in1, in2 = weight.shape
    if not weight.is_floating_point():
        _tine.unsupported("bilinear of integers is not supported")
    lead = list(input1.shape)[:-1]
    for name, given, expected in [("input1", input1.size(-1), in1), ("input2", input2.size(-1), in2)]:
        if given != expected:
            raise RuntimeError(f"bilinear(): {name} size does not match weight size: got {given} but "
                               f"expected {expected}")
    for d in range(len(lead)):
        if input2.size(d) != lead[d]:
            raise RuntimeError(f"bilinear(): input batch dimensions do not match at dim {d}: got "
                               f"{lead[d]} and {input2.size(d)}")
    # [N, in1] x [in1, out * in2], then the product with input2 within each row.
    columns = weight.permute(1, 0, 2).reshape(in1, out * in2)
    left = torch.matmul(input1.reshape(-1, in1), columns).reshape(-1, out, in2)
    output = (left * input2.reshape(-1, 1, in2)).sum(-1).reshape(lead + [out])
    return output if bias is None else output + bias


def _layer_norm_of_halves(input, dims, weight, bias, eps):
    # Its derivative goes by the mean and deviation as PyTorch keeps them.
    kind = rounded_as(input, weight, bias)
    with torch.no_grad():
        x = input.float()
        mean = x.mean(dims, keepdim=True)
        variance = ((x - mean) * (x - mean)).mean(dims, keepdim=True)
        scale = torch.rsqrt(variance + eps)
        output = (x - mean) * scale
        if weight is not None:
            output = output * weight.float()
        if bias is not None:
            output = output + bias.float()
        output = output.to(input.dtype)
        if kind is not None:
            mean, scale = mean.to(kind).float(), scale.to(kind).float()
    graded = tuple([v for v in (input, weight, bias) if v is not None and v.requires_grad])
    if len(graded) == 0:
        return output
    count = math.prod([input.size(d) for d in dims])
    lead = list(range(input.dim() - len(dims)))

    def of_input(grad):
        x = input.float()
        grad = grad if weight is None else grad * weight.float()
        total = grad.sum(dims, keepdim=True)
        slope = (total * mean - (grad * x).sum(dims, keepdim=True)) * scale * scale * scale / count
        shift = -slope * mean - total * scale / count
        return (scale * grad + slope * x + shift).to(input.dtype)

    def summed_to(grad, parameter):
        return (grad.sum(lead) if len(lead) > 0 else grad).to(parameter.dtype)

    def backward(grad):
        grad = grad.float()
        found = []
        if input.requires_grad:
            found.append(of_input(grad))
        if weight is not None and weight.requires_grad:
            found.append(summed_to(grad * ((input.float() - mean) * scale), weight))
        if bias is not None and bias.requires_grad:
            found.append(summed_to(grad, bias))
        return tuple(found)

    return _tine.with_derivative((output,), graded, backward)[0]


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    count = len(normalized_shape)
    if list(input.shape)[input.dim() - count:] != list(normalized_shape):
        raise RuntimeError(f"Given normalized_shape={list(normalized_shape)}, expected input with "
                           f"shape [*, {', '.join([str(n) for n in normalized_shape])}], "
                           f"but got input of size{list(input.shape)}")
    for name, parameter in [("weight", weight), ("bias", bias)]:
        if parameter is not None and list(parameter.shape) != list(normalized_shape):
            raise RuntimeError(f"Expected {name} to be of same shape as normalized_shape, but got "
                               f"{name} of shape {list(parameter.shape)} and normalized_shape = "
                               f"{list(normalized_shape)}")
    dims = list(range(-count, 0))
    if is_half(input.dtype):
        return _tine.in_format(_layer_norm_of_halves(input, dims, weight, bias, eps))
    centred = input - exact_mean(input, dims)
    variance = (centred * centred).mean(dims, keepdim=True)
    output = centred * torch.rsqrt(variance + eps)
    if weight is not None:
        output = output * weight
    return _tine.in_format(output if bias is None else output + bias)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    count = len(normalized_shape)
    if list(input.shape)[input.dim() - count:] != list(normalized_shape):
        raise RuntimeError(f"Given normalized_shape={list(normalized_shape)}, expected input with "
                           f"shape [*, {', '.join([str(n) for n in normalized_shape])}], "
                           f"but got input of size{list(input.shape)}")
    if eps is None:
        eps = torch.finfo(input.dtype).eps
    dims = list(range(-count, 0))
    output = input * torch.rsqrt((input * input).mean(dims, keepdim=True) + eps)
    return _tine.in_format(output if weight is None else output * weight)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Divides by what `size` channels around have in the mean."""
    if input.dim() < 3:
        raise ValueError("Expected 3D or higher dimensionality input (got "
                         f"{input.dim()} dimensions)")
    if size <= 0:
        if input.numel() > 0:
            raise RuntimeError(f"kernel size should be greater than zero, but got kH: {size} kW: 1")
        return input
    squares = pad(input * input, [0, 0] * (input.dim() - 2) + [size // 2, (size - 1) // 2])
    total = squares.narrow(1, 0, input.size(1))
    for i in range(1, size):
        total = total + squares.narrow(1, i, input.size(1))
    return input / (total / size * alpha + k).pow(beta)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    if input.dim() < 2:
        raise RuntimeError("Expected at least 2 dimensions for input tensor but received "
                           f"{input.dim()}")
    counted = [input.size(0) * input.size(1) // num_groups, num_groups] + list(input.shape)[2:]
    if math.prod(counted[:1] + counted[2:]) == 1:
        raise ValueError("Expected more than 1 value per channel when training, got input size "
                         f"{counted}")
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    if input.size(1) % num_groups != 0:
        raise RuntimeError("Expected number of channels in input to be divisible by num_groups, "
                           f"but got input of shape {list(input.shape)} and num_groups={num_groups}")
    channels = input.size(1) // num_groups
    # Groups stay a dimension, so that each is done while it is in the cache.
    if input.dim() == 2:
        groups = input.reshape(input.size(0), num_groups, channels)
        inner, parameters = [2], [1, num_groups, channels]
    else:
        places = math.prod(list(input.shape)[2:])
        groups = input.reshape(input.size(0), num_groups, channels, places)
        inner, parameters = [2, 3], [1, num_groups, channels, 1]
    centred = groups - exact_mean(groups, inner)
    variance = (centred * centred).mean(inner, keepdim=True)
    output = centred * torch.rsqrt(variance + eps)
    if weight is not None:
        output = output * weight.reshape(parameters)
    if bias is not None:
        output = output + bias.reshape(parameters)
    return _tine.in_format(output.reshape(list(input.shape)), input)


def pdist(input, p=2.0):
    return torch.pdist(input, p)


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return torch.norm(x1 - x2 + eps, p, -1, keepdim)


def normalize(input, p=2.0, dim=1, eps=1e-12):
    return input / torch.clamp(torch.norm(input, p, dim, True), min=eps)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    x1, x2 = torch.broadcast_tensors(x1, x2)
    # Each norm on its own is at least eps.
    length1 = torch.clamp(torch.norm(x1, 2.0, dim, True), min=eps)
    length2 = torch.clamp(torch.norm(x2, 2.0, dim, True), min=eps)
    return (x1 / length1 * (x2 / length2)).sum(dim)


def linear_cross_entropy(input, linear_weight, target, *, linear_bias=None, weight=None,
                         reduction="mean", ignore_index=None, label_smoothing=0.0, options=None):
    """Of scores input[..., in] @ linear_weight[classes, ..., in].T + linear_bias[classes, ...]."""
    behind = list(linear_weight.shape)[:-1]
    bias = None if linear_bias is None else linear_bias.reshape(-1)
    scores = linear(input, linear_weight.reshape(-1, linear_weight.size(-1)), bias)
    scores = scores.reshape(list(input.shape)[:-1] + behind)
    return cross_entropy(scores, target, weight, reduction=reduction,
                         ignore_index=-100 if ignore_index is None else ignore_index,
                         label_smoothing=label_smoothing)

# torch.nn.functional: activations, layers and losses as functions.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._math import summed
from torch.nn._attention import multi_head_attention_forward, scaled_dot_product_attention
from torch.nn._batch_norm import batch_norm, exact_mean, instance_norm, is_half, rounded_as
from torch.nn._convolution import (conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d,
                                   conv_transpose3d)
from torch.nn._ctc import ctc_loss
from torch.nn._loss_checks import check_classes, check_probabilities, check_scores
from torch.nn._margin_losses import (
    gaussian_nll_loss, hinge_embedding_loss, margin_ranking_loss, multi_margin_loss,
    multilabel_margin_loss, multilabel_soft_margin_loss, poisson_nll_loss, soft_margin_loss,
    triplet_margin_loss, triplet_margin_with_distance_loss)
from torch.nn._padding import pad
from torch.nn._pooling import (adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d,
                               adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d,
                               avg_pool1d, avg_pool2d, avg_pool3d, fractional_max_pool2d,
                               fractional_max_pool2d_with_indices, fractional_max_pool3d,
                               fractional_max_pool3d_with_indices, lp_pool1d, lp_pool2d,
                               lp_pool3d, max_pool1d, max_pool1d_with_indices, max_pool2d,
                               max_pool2d_with_indices, max_pool3d, max_pool3d_with_indices,
                               max_unpool1d, max_unpool2d, max_unpool3d)
from torch.nn._reduction import choose_reduction, reduce_loss
from torch.nn._sampling import (affine_grid, grid_sample, interpolate, upsample,
                                upsample_bilinear, upsample_nearest)
from torch.nn._windows import channel_shuffle, fold, pixel_shuffle, pixel_unshuffle, unfold

# Formulas are those of PyTorch's documentation of the function, which names the
# papers; only what is not said there is explained here.


def _result(input, value, inplace):
    """The value, or the input changed to it."""
    return input.copy_(value) if inplace else value


#
# Activations
#


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


#
# Layers
#


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


def _limit_rows(weight, input, max_norm, norm_type):
    """Makes those rows of `weight` that are looked up shorter, in place."""
    with torch.no_grad():
        used = torch.zeros(weight.size(0), dtype=torch.bool, device=weight.device)
        used = used.index_fill(0, input.reshape(-1), True)
        norms = torch.norm(weight.detach(), norm_type, 1)
        long = used & (norms > max_norm)
        scale = max_norm / (torch.where(long, norms, 1.0) + 1e-7)
        weight.mul_(torch.where(long, scale, 1.0).unsqueeze(1))


def _scaled_by_frequency(rows, places, weight, lookups=None):
    """Rows whose gradients are divided by how often those at `places` are looked up."""
    if not rows.requires_grad:
        return rows
    count = torch.bincount(places if lookups is None else lookups, minlength=weight.size(0))
    share = torch.index_select(1.0 / torch.clamp(count, min=1), 0, places).unsqueeze(1)
    with torch.no_grad():
        output = rows.detach().clone()
    return _tine.with_derivative((output,), (rows,), lambda grad: (grad * share,))[0]


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0,
              scale_grad_by_freq=False, sparse=False):
    if sparse:
        _tine.unsupported("embedding: sparse gradients are not supported")
    if padding_idx is not None and (padding_idx >= weight.size(0) or padding_idx < -weight.size(0)):
        raise AssertionError("Padding_idx must be within num_embeddings")
    if max_norm is not None:
        _limit_rows(weight, input, max_norm, norm_type)
    rows = torch.index_select(weight, 0, input.reshape(-1))
    if scale_grad_by_freq:
        rows = _scaled_by_frequency(rows, input.reshape(-1), weight)
    if padding_idx is not None and weight.requires_grad:
        # The row of padding does not learn.
        row = padding_idx if padding_idx >= 0 else padding_idx + weight.size(0)
        rows = torch.where((input.reshape(-1) == row).unsqueeze(1), rows.detach(), rows)
    return rows.reshape(list(input.shape) + [weight.size(1)])


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2.0,
                  scale_grad_by_freq=False, mode="mean", sparse=False, per_sample_weights=None,
                  include_last_offset=False, padding_idx=None):
    """Sums, means or maxima of rows of `weight`: of each row of input[B, N], or of the parts of
    input[N] that begin at `offsets`."""
    if sparse:
        _tine.unsupported("embedding_bag: sparse gradients are not supported")
    if weight.dtype == torch.int64 and input.is_floating_point():
        input, weight = weight, input
    if mode != "sum" and mode != "mean" and mode != "max":
        raise ValueError("mode has to be one of sum, mean or max")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported "
            f"for mode='sum' (got mode='{mode}').")
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError("if input is 2D, then offsets has to be None, as input is treated is "
                             "a mini-batch of fixed length sequences.")
        count, length = input.size(0), input.size(1)
        bags = torch.arange(count, device=input.device).repeat_interleave(length)
    elif input.dim() == 1:
        if offsets is None:
            raise ValueError("offsets has to be a 1D Tensor but got None")
        if offsets.dim() != 1:
            raise ValueError("offsets has to be a 1D Tensor")
        if offsets.size(0) > 0:
            first, last = offsets[0].item(), offsets[-1].item()
            if first != 0:
                raise RuntimeError("offsets[0] has to be 0, i.e., the first sequence in the "
                                   "mini-batch has to start from position 0. However, got "
                                   f"{first}")
            if last > input.size(0):
                raise RuntimeError("offsets[-1] can not be greater than input's length "
                                   f"{input.size(0)} but got offsets[-1] of {last}")
        count = offsets.size(0) - 1 if include_last_offset else offsets.size(0)
        starts = offsets.narrow(0, 0, count).contiguous()
        bags = torch.searchsorted(starts, torch.arange(input.size(0), device=input.device),
                                  right=True) - 1
    else:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension "
                         f"{input.dim()}")
    places = input.reshape(-1)
    if max_norm is not None:
        _limit_rows(weight, input, max_norm, norm_type)
    rows = torch.index_select(weight, 0, places)
    if scale_grad_by_freq:
        if mode == "max":
            raise RuntimeError("embedding_bag: scaling gradients by frequency is not supported with mode 'max'")
        # As PyTorch: by the frequency of the n-th index in their order, for the n-th row that is used.
        order, _ = torch.sort(places)
        used = torch.bincount(places, minlength=weight.size(0)) > 0
        rank = torch.cumsum(used, 0) - 1
        rows = _scaled_by_frequency(rows, torch.index_select(order, 0, torch.index_select(rank, 0, places)), weight,
                                    places)
    shares = torch.ones(places.size(0), dtype=weight.dtype, device=input.device)
    if padding_idx is not None:
        left_out = padding_idx if padding_idx >= 0 else padding_idx + weight.size(0)
        shares = torch.where(places == left_out, 0.0, shares)
    size = weight.size(1)
    if mode == "max":
        if padding_idx is not None:
            rows = rows.masked_fill((shares == 0.0).unsqueeze(1), -math.inf)
        if input.dim() == 2 and length > 0:
            best = rows.reshape(count, length, size).amax(1)
        else:
            least = torch.full([count, size], -math.inf, dtype=weight.dtype, device=input.device)
            best = least.index_reduce(0, bags, rows, "amax")
        return torch.where(best == -math.inf, 0.0, best)
    counts = torch.zeros(count, dtype=weight.dtype, device=input.device)
    counts = counts.index_add(0, bags, shares)
    if per_sample_weights is not None:
        shares = shares * per_sample_weights.reshape(-1)
    if padding_idx is not None or per_sample_weights is not None:
        rows = rows * shares.unsqueeze(1)
    if input.dim() == 2:
        total = rows.reshape(count, length, size).sum(1)
    else:
        total = torch.zeros(count, size, dtype=weight.dtype, device=input.device)
        total = total.index_add(0, bags, rows)
    return total / torch.clamp(counts, min=1.0).unsqueeze(1) if mode == "mean" else total


def one_hot(tensor, num_classes=-1):
    if tensor.dtype != torch.int64:
        raise RuntimeError(f"one_hot is only applicable to index tensor of type LongTensor.")
    if tensor.numel() == 0:
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
    elif int(tensor.min().item()) < 0:
        raise RuntimeError("Class values must be non-negative.")
    elif num_classes == -1:
        num_classes = int(tensor.max().item()) + 1
    elif int(tensor.max().item()) >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    classes = torch.arange(num_classes, device=tensor.device)
    return (tensor.unsqueeze(-1) == classes).to(torch.int64)


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
    count = 1
    for d in dims:
        count = count * input.size(d)
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


def _per_channel(parameter, rank):
    """A vector with an element for each channel, ready for [N, C, ...]."""
    return parameter.reshape([1, parameter.size(0)] + [1] * (rank - 2))


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
        places = 1
        for size in list(input.shape)[2:]:
            places = places * size
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


#
# Dropout
#


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


#
# Losses
#


def _alike(input, target):
    """Both of one type, of dimensions of their own each."""
    if input.dtype == target.dtype:
        return input, target
    input, target = torch.broadcast_tensors(input, target)
    kind = torch.promote_types(input.dtype, target.dtype)
    return input.to(kind), target.to(kind)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    input, target = _alike(input, target)
    difference = input - target
    loss = difference * difference
    return _weighted(loss, weight, choose_reduction(size_average, reduce, reduction))


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    input, target = _alike(input, target)
    loss = torch.abs(input - target)
    return _weighted(loss, weight, choose_reduction(size_average, reduce, reduction))


def _weighted(loss, weight, reduction):
    loss = _times_weight(loss, weight)
    if weight is not None and reduction == "mean":
        return loss.sum() / weight.sum()
    return reduce_loss(loss, reduction)


def _times_weight(loss, weight):
    if weight is None:
        return loss
    if list(weight.shape) != list(loss.shape):
        raise ValueError("Weights and input must have the same size.")
    return loss * weight


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    input, target = _alike(input, target)
    apart = input - target
    distance = torch.abs(apart)
    loss = distance
    if beta > 0:
        loss = torch.where(distance < beta, 0.5 * apart * apart / beta,
                           distance - 0.5 * beta)
    return reduce_loss(loss, choose_reduction(size_average, reduce, reduction))


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    apart = input - target
    distance = torch.abs(apart)
    loss = torch.where(distance <= delta, 0.5 * apart * apart,
                       delta * (distance - 0.5 * delta))
    # Unlike that of the others, the mean counts elements, not weights.
    return reduce_loss(_times_weight(loss, weight), reduction)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
             reduction="mean"):
    reduction = choose_reduction(size_average, reduce, reduction)
    dim = 1 if input.dim() > 1 else 0
    check_classes(input, target, weight)
    # Ignored targets read class 0, which counts nothing.
    counted = target != ignore_index
    index = torch.where(counted, target, 0)
    picked = torch.gather(input, dim, index.unsqueeze(dim)).squeeze(dim)
    share = counted.to(input.dtype)
    if weight is not None:
        share = share * torch.index_select(weight, 0, index.reshape(-1)).reshape(list(index.shape))
    loss = torch.where(counted, -picked * share, 0.0)
    if reduction == "mean":
        return loss.sum() / share.sum()
    return reduce_loss(loss, reduction)


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
                  reduction="mean", label_smoothing=0.0):
    reduction = choose_reduction(size_average, reduce, reduction)
    dim = 1 if input.dim() > 1 else 0
    classes = input.size(dim)
    scores = torch.log_softmax(input, dim)
    # Weights of the classes, as a factor of the scores.
    factor = None
    if weight is not None:
        factor = weight.reshape([1] * dim + [classes] + [1] * (input.dim() - dim - 1))
    if label_smoothing < 0 or label_smoothing > 1:
        raise RuntimeError("label_smoothing must be between 0.0 and 1.0. "
                           f"Got: {label_smoothing}")
    if target.is_floating_point() and list(target.shape) == list(input.shape):
        # The target holds probabilities.
        if label_smoothing > 0:
            target = target * (1 - label_smoothing) + label_smoothing / classes
        products = scores * target
        if factor is not None:
            products = products * factor
        if reduction == "mean":
            sizes = list(input.shape)
            count = float(math.prod(sizes[:dim] + sizes[dim + 1:]))
            return -products.sum() / (count if classes > 0 else math.nan)
        return reduce_loss(-products.sum(dim), reduction)
    loss = nll_loss(scores, target, weight, None, ignore_index, None, reduction)
    if label_smoothing == 0:
        return loss
    # The rest of the probability goes to all classes in equal parts.
    counted = target != ignore_index
    even = -(scores if factor is None else scores * factor).sum(dim)
    even = torch.where(counted, even, 0.0)
    if reduction == "mean":
        share = counted.to(input.dtype)
        if weight is not None:
            index = torch.where(counted, target, 0)
            chosen = torch.index_select(weight, 0, index.reshape(-1))
            share = share * chosen.reshape(list(index.shape))
        even = even.sum() / share.sum()
    elif reduction == "sum":
        even = even.sum()
    return (1 - label_smoothing) * loss + (label_smoothing / classes) * even


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


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None,
                         reduction="mean"):
    check_probabilities(input, target)
    # Logarithms are kept above -100, so that 0 and 1 have a finite loss.
    yes = torch.clamp(torch.log(input), min=-100.0)
    no = torch.clamp(torch.log1p(-input), min=-100.0)
    if input.requires_grad:
        # At 0 and 1 the logarithms have no derivative; that of the loss is
        # (input - target) / 1e-12 there, which a term of value 0 carries.
        value = input.detach()
        edge = torch.logical_or(value <= 0, value >= 1)
        inner = torch.where(edge, 0.5, input)
        yes = torch.where(edge, yes.detach(), torch.clamp(torch.log(inner), min=-100.0))
        no = torch.where(edge, no.detach(), torch.clamp(torch.log1p(-inner), min=-100.0))
        slope = torch.where(edge, (value - target) * 1e12, 0.0)
        loss = (target - 1) * no - target * yes - slope * (value - input)
    else:
        loss = (target - 1) * no - target * yes
    if weight is not None:
        loss = loss * weight
    return reduce_loss(loss, choose_reduction(size_average, reduce, reduction))


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None,
                                     reduction="mean", pos_weight=None):
    check_scores(input, target)
    score = logsigmoid(input)
    if pos_weight is not None:
        score = score * (target * (pos_weight - 1) + 1)
    loss = (1 - target) * input - score
    if weight is not None:
        loss = loss * weight.expand(list(loss.shape))
    return reduce_loss(loss, choose_reduction(size_average, reduce, reduction))


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    reduction = choose_reduction(size_average, reduce, reduction)
    if log_target:
        loss = torch.exp(target) * (target - input)
    else:
        # 0 log 0 is 0.
        logs = torch.log(torch.where(target == 0, 1.0, target))
        loss = torch.where(target == 0, 0.0, target * logs) - target * input
    if reduction == "batchmean":
        return loss.sum() / input.size(0)
    return reduce_loss(loss, reduction)


def cosine_embedding_loss(input1, input2, target, margin=0.0, size_average=None, reduce=None,
                          reduction="mean"):
    dim = target.dim()
    if dim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    squares = ((input1 * input1).sum(dim) + 1e-12) * ((input2 * input2).sum(dim) + 1e-12)
    cosine = (input1 * input2).sum(dim) / torch.sqrt(squares)
    apart = torch.clamp(cosine - margin, min=0.0)
    loss = torch.where(target == 1, 1 - cosine, torch.where(target == -1, apart, 0.0))
    return reduce_loss(loss, choose_reduction(size_average, reduce, reduction))

# torch.nn.functional: activations, layers and losses as functions.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch.nn._attention import multi_head_attention_forward, scaled_dot_product_attention
from torch.nn._batch_norm import batch_norm, instance_norm
from torch.nn._convolution import (conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d,
                                   conv_transpose3d)
from torch.nn._loss_checks import check_classes, check_probabilities, check_scores
from torch.nn._margin_losses import (
    gaussian_nll_loss, hinge_embedding_loss, margin_ranking_loss, multi_margin_loss,
    multilabel_margin_loss, multilabel_soft_margin_loss, poisson_nll_loss, soft_margin_loss,
    triplet_margin_loss, triplet_margin_with_distance_loss)
from torch.nn._pooling import (adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d,
                               adaptive_max_pool1d, adaptive_max_pool2d, adaptive_max_pool3d,
                               avg_pool1d, avg_pool2d, avg_pool3d, lp_pool1d, lp_pool2d,
                               lp_pool3d, max_pool1d, max_pool1d_with_indices, max_pool2d,
                               max_pool2d_with_indices, max_pool3d, max_pool3d_with_indices,
                               max_unpool1d, max_unpool2d, max_unpool3d)
from torch.nn._reduction import choose_reduction, reduce_loss

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
    if weight.numel() != 1 and input.dim() > 1:
        weight = weight.reshape([1, weight.numel()] + [1] * (input.dim() - 2))
    return torch.where(input > 0, input, weight * input)


def threshold(input, threshold, value, inplace=False):
    output = torch.where(input <= threshold, value, input)
    return _result(input, _tine.kinked(input, output), inplace)


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


def gelu(input, approximate="none"):
    if approximate == "tanh":
        inner = math.sqrt(2 / math.pi) * (input + 0.044715 * (input * input * input))
        return 0.5 * input * (1 + torch.tanh(inner))
    if approximate != "none":
        raise RuntimeError("approximate argument must be either none or tanh.")
    return 0.5 * input * (1 + torch.erf(input * math.sqrt(0.5)))


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
    return _tine.kinked(input, torch.where(input > lambd, input - lambd, torch.where(
        input < -lambd, input + lambd, 0.0 * input)))


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
    lead = list(input1.shape)[:-1]
    # [N, in1] x [in1, out * in2], then the product with input2 within each row.
    columns = weight.permute(1, 0, 2).reshape(in1, out * in2)
    left = torch.matmul(input1.reshape(-1, in1), columns).reshape(-1, out, in2)
    output = (left * input2.reshape(-1, 1, in2)).sum(-1).reshape(lead + [out])
    return output if bias is None else output + bias


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0,
              scale_grad_by_freq=False, sparse=False):
    if max_norm is not None or scale_grad_by_freq or sparse:
        _tine.unsupported(
            "embedding: max_norm, scale_grad_by_freq and sparse are not supported")
    rows = torch.index_select(weight, 0, input.reshape(-1))
    if padding_idx is not None and weight.requires_grad:
        # The row of padding does not learn.
        row = padding_idx if padding_idx >= 0 else padding_idx + weight.size(0)
        rows = torch.where((input.reshape(-1) == row).unsqueeze(1), rows.detach(), rows)
    return rows.reshape(list(input.shape) + [weight.size(1)])


def one_hot(tensor, num_classes=-1):
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


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    count = len(normalized_shape)
    if list(input.shape)[input.dim() - count:] != list(normalized_shape):
        raise RuntimeError(f"Given normalized_shape={list(normalized_shape)}, expected input with "
                           f"shape [*, {', '.join([str(n) for n in normalized_shape])}], "
                           f"but got input of size{list(input.shape)}")
    dims = list(range(-count, 0))
    centred = input - input.mean(dims, keepdim=True)
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


def _per_channel(parameter, rank):
    """A vector with an element for each channel, ready for [N, C, ...]."""
    return parameter.reshape([1, parameter.size(0)] + [1] * (rank - 2))


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    if input.dim() < 2:
        raise RuntimeError("Expected at least 2 dimensions for input tensor but received "
                           f"{input.dim()}")
    if input.size(1) % num_groups != 0:
        raise RuntimeError("Expected number of channels in input to be divisible by num_groups, "
                           f"but got input of shape {list(input.shape)} and num_groups={num_groups}")
    count = input.size(1) // num_groups
    for size in list(input.shape)[2:]:
        count = count * size
    groups = input.reshape(input.size(0), num_groups, count)
    centred = groups - groups.mean([2], keepdim=True)
    variance = (centred * centred).mean([2], keepdim=True)
    output = (centred * torch.rsqrt(variance + eps)).reshape(list(input.shape))
    if weight is not None:
        output = output * _per_channel(weight, input.dim())
    return output if bias is None else output + _per_channel(bias, input.dim())


def pad(input, pad, mode="constant", value=None):
    """Pairs of sizes in front and behind, the last dimension first; negative ones cut."""
    pad = list(pad)
    count = len(pad) // 2
    if len(pad) % 2 != 0 or count > input.dim():
        raise RuntimeError("Padding length must be divisible by 2 and at most twice the number of "
                           "dimensions of the input")
    if mode != "constant" and value is not None and value != 0:
        raise ValueError(f'Padding mode "{mode}" doesn\'t take in value argument')
    if mode == "constant":
        return _pad_constant(input, pad, 0.0 if value is None else value)
    if mode != "reflect" and mode != "replicate" and mode != "circular":
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    if count > 3 or input.dim() < count + 1 or input.dim() > count + 2:
        raise NotImplementedError("Only 2D, 3D, 4D, 5D padding with non-constant padding are "
                                  "supported for now")
    for i in range(count):
        dim = input.dim() - 1 - i
        places = _padded_places(input.size(dim), pad[2 * i], pad[2 * i + 1], mode)
        input = torch.index_select(input, dim, places.to(input.device))
    return input


def _pad_constant(input, pad, value):
    shape = list(input.shape)
    inner = input
    for i in range(len(pad) // 2):
        dim = input.dim() - 1 - i
        front = pad[2 * i]
        behind = pad[2 * i + 1]
        size = inner.size(dim) + min(front, 0) + min(behind, 0)
        if size < 0:
            raise RuntimeError("The input size, plus negative padding, resulted in a negative "
                               "output size, which is invalid")
        if front < 0 or behind < 0:
            inner = inner.narrow(dim, max(-front, 0), size)
        shape[dim] = size + max(front, 0) + max(behind, 0)
    output = torch.full(shape, value, dtype=input.dtype, device=input.device)
    target = output
    for i in range(len(pad) // 2):
        dim = input.dim() - 1 - i
        target = target.narrow(dim, max(pad[2 * i], 0), inner.size(dim))
    target.copy_(inner)
    return output


def _padded_places(size, front, behind, mode):
    places = torch.arange(-front, size + behind)
    if mode == "replicate":
        return torch.clamp(places, 0, size - 1)
    if mode == "circular":
        if front > size or behind > size:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        return places % size
    if front >= size or behind >= size:
        raise RuntimeError("Padding size should be less than the corresponding input dimension")
    # Mirrors at both ends without repeating them.
    places = torch.abs(places)
    return torch.where(places >= size, 2 * (size - 1) - places, places)


def pixel_shuffle(input, upscale_factor):
    r = upscale_factor
    if input.size(-3) % (r * r) != 0:
        raise RuntimeError("pixel_shuffle expects its input's 'channel' dimension to be divisible "
                           f"by the square of upscale_factor, but input.size(-3)={input.size(-3)} "
                           f"is not divisible by {r * r}")
    lead = list(input.shape)[:-3]
    c, h, w = input.size(-3) // (r * r), input.size(-2), input.size(-1)
    n = len(lead)
    split = input.reshape(lead + [c, r, r, h, w])
    order = list(range(n)) + [n, n + 3, n + 1, n + 4, n + 2]
    return split.permute(order).reshape(lead + [c, h * r, w * r])


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    return torch.norm(x1 - x2 + eps, p, -1, keepdim)


def normalize(input, p=2.0, dim=1, eps=1e-12):
    return input / torch.clamp(torch.norm(input, p, dim, True), min=eps)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
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


def _channel_dropout(input, p, training, inplace, batched_rank):
    _check_probability(p)
    if not training or p == 0.0:
        return input
    # Whole channels: the noise has size 1 in the dimensions behind them.
    lead = 2 if input.dim() == batched_rank else 1
    sizes = list(input.shape)
    shape = sizes[:lead] + [1] * (input.dim() - lead)
    noise = torch.empty(shape, dtype=input.dtype, device=input.device)
    return _drop(input, noise, p, inplace)


def dropout1d(input, p=0.5, training=True, inplace=False):
    return _channel_dropout(input, p, training, inplace, 3)


def dropout2d(input, p=0.5, training=True, inplace=False):
    return _channel_dropout(input, p, training, inplace, 4)


def dropout3d(input, p=0.5, training=True, inplace=False):
    return _channel_dropout(input, p, training, inplace, 5)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Sets elements to the least value of SELU; mean and variance stay."""
    _check_probability(p)
    if not training or p == 0.0:
        return input
    if p == 1.0:
        return _result(input, input * torch.zeros_like(input), inplace)
    least = 1.7580993408473766
    scale = 1.0 / math.sqrt((least * least * p + 1) * (1 - p))
    kept = torch.empty_like(input).bernoulli_(1 - p)
    shift = (kept - 1).mul_(least * scale).add_(least * scale * p)
    return _result(input, input * kept.mul_(scale) + shift, inplace)


#
# Losses
#


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    difference = input - target
    loss = difference * difference
    return _weighted(loss, weight, choose_reduction(size_average, reduce, reduction))


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
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
        loss = -products.sum(dim)
        if reduction == "mean":
            return loss.sum() / (input.numel() / classes)
        return reduce_loss(loss, reduction)
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
        loss = loss * weight
    return reduce_loss(loss, choose_reduction(size_average, reduce, reduction))


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    reduction = choose_reduction(size_average, reduce, reduction)
    if log_target:
        loss = torch.exp(target) * (target - input)
    else:
        # 0 log 0 is 0.
        logs = torch.log(torch.where(target > 0, target, 1.0))
        loss = target * logs - target * input
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

# torch.nn.functional: activations, layers and losses as functions.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import torch

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
    return _result(input, torch.clamp(input, min_val, max_val), inplace)


def hardsigmoid(input, inplace=False):
    return _result(input, torch.clamp(input + 3.0, 0.0, 6.0) / 6.0, inplace)


def hardswish(input, inplace=False):
    return _result(input, input * torch.clamp(input + 3.0, 0.0, 6.0) / 6.0, inplace)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    return _result(input, torch.where(input > 0, input, input * negative_slope), inplace)


def prelu(input, weight):
    # One slope for all, or one for each channel of dimension 1.
    if weight.numel() != 1 and input.dim() > 1:
        weight = weight.reshape([1, weight.numel()] + [1] * (input.dim() - 2))
    return torch.where(input > 0, input, weight * input)


def threshold(input, threshold, value, inplace=False):
    return _result(input, torch.where(input <= threshold, value, input), inplace)


def elu(input, alpha=1.0, inplace=False):
    return _result(input, torch.where(input > 0, input, alpha * torch.expm1(input)), inplace)


def celu(input, alpha=1.0, inplace=False):
    return _result(input, torch.where(input > 0, input, alpha * torch.expm1(input / alpha)),
                   inplace)


def selu(input, inplace=False):
    # The constants that keep mean 0 and variance 1 (Klambauer et al. 2017).
    alpha = 1.6732632423543772
    scale = 1.0507009873554805
    return _result(input, scale * torch.where(input > 0, input, alpha * torch.expm1(input)),
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
    return torch.where(scaled > threshold, input, torch.log1p(torch.exp(scaled)) / beta)


def softsign(input):
    return input / (1 + torch.abs(input))


def tanhshrink(input):
    return input - torch.tanh(input)


def softshrink(input, lambd=0.5):
    return torch.where(input > lambd, input - lambd,
                       torch.where(input < -lambd, input + lambd, 0.0 * input))


def hardshrink(input, lambd=0.5):
    return torch.where(torch.abs(input) <= lambd, torch.zeros_like(input), input)


def logsigmoid(input):
    # exp of what is never positive cannot overflow.
    return torch.clamp(input, max=0.0) - torch.log1p(torch.exp(-torch.abs(input)))


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
        raise NotImplementedError(
            "embedding: max_norm, scale_grad_by_freq and sparse are not supported")
    rows = torch.index_select(weight, 0, input.reshape(-1))
    return rows.reshape(list(input.shape) + [weight.size(1)])


def one_hot(tensor, num_classes=-1):
    if num_classes < 0:
        raise NotImplementedError("one_hot needs num_classes")
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
    return output if bias is None else output + bias


def normalize(input, p=2.0, dim=1, eps=1e-12):
    return input / torch.clamp(_norm(input, p, dim, True), min=eps)


def _norm(input, p, dim, keepdim):
    if p == 1:
        return torch.abs(input).sum(dim, keepdim=keepdim)
    if p == 2:
        return torch.sqrt((input * input).sum(dim, keepdim=keepdim))
    return torch.pow(torch.pow(torch.abs(input), p).sum(dim, keepdim=keepdim), 1.0 / p)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    # Each norm on its own is at least eps.
    length1 = torch.clamp(_norm(x1, 2.0, dim, True), min=eps)
    length2 = torch.clamp(_norm(x2, 2.0, dim, True), min=eps)
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


#
# Losses
#


def choose_reduction(size_average, reduce, reduction):
    """The reduction, which older programs give as two flags."""
    if size_average is None and reduce is None:
        return reduction
    if reduce is not None and not reduce:
        return "none"
    return "sum" if size_average is not None and not size_average else "mean"


def _reduce(loss, reduction):
    if reduction == "none":
        return loss
    if reduction == "mean":
        return loss.mean()
    if reduction == "sum":
        return loss.sum()
    raise ValueError(f"{reduction} is not a valid value for reduction")


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    difference = input - target
    loss = difference * difference
    return _weighted(loss, weight, choose_reduction(size_average, reduce, reduction))


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    loss = torch.abs(input - target)
    return _weighted(loss, weight, choose_reduction(size_average, reduce, reduction))


def _weighted(loss, weight, reduction):
    if weight is None:
        return _reduce(loss, reduction)
    loss = loss * weight
    if reduction == "mean":
        return loss.sum() / weight.sum()
    return _reduce(loss, reduction)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    distance = torch.abs(input - target)
    loss = distance
    if beta > 0:
        loss = torch.where(distance < beta, 0.5 * distance * distance / beta,
                           distance - 0.5 * beta)
    return _reduce(loss, choose_reduction(size_average, reduce, reduction))


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    if delta <= 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    distance = torch.abs(input - target)
    loss = torch.where(distance <= delta, 0.5 * distance * distance,
                       delta * (distance - 0.5 * delta))
    return _weighted(loss, weight, reduction)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None,
             reduction="mean"):
    reduction = choose_reduction(size_average, reduce, reduction)
    dim = 1 if input.dim() > 1 else 0
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
    return _reduce(loss, reduction)


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
    if target.is_floating_point():
        # The target holds probabilities.
        if label_smoothing > 0:
            target = target * (1 - label_smoothing) + label_smoothing / classes
        products = scores * target
        if factor is not None:
            products = products * factor
        loss = -products.sum(dim)
        if reduction == "mean":
            return loss.sum() / (input.numel() / classes)
        return _reduce(loss, reduction)
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
    # Logarithms are kept above -100, so that 0 and 1 have a finite loss.
    yes = torch.clamp(torch.log(input), min=-100.0)
    no = torch.clamp(torch.log1p(-input), min=-100.0)
    loss = (target - 1) * no - target * yes
    if weight is not None:
        loss = loss * weight
    return _reduce(loss, choose_reduction(size_average, reduce, reduction))


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None,
                                     reduction="mean", pos_weight=None):
    score = logsigmoid(input)
    if pos_weight is not None:
        score = score * (target * (pos_weight - 1) + 1)
    loss = (1 - target) * input - score
    if weight is not None:
        loss = loss * weight
    return _reduce(loss, choose_reduction(size_average, reduce, reduction))


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
    return _reduce(loss, reduction)

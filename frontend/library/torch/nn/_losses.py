# Losses of regression and classification.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import torch
from torch.nn._activations import logsigmoid
from torch.nn._loss_checks import check_classes, check_probabilities, check_scores
from torch.nn._reduction import choose_reduction, reduce_loss


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

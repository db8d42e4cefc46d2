# Losses of margins, rankings and distributions, as functions.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch.nn._reduction import choose_reduction, reduce_loss


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None,
                        reduction="mean"):
    if input1.dim() != input2.dim() or input1.dim() != target.dim():
        raise RuntimeError("margin_ranking_loss : All input tensors should have same dimension but "
                           f"got sizes: input1: {input1.size()}, input2: {input2.size()}, target: "
                           f"{target.size()} ")
    loss = torch.clamp(-target * (input1 - input2) + margin, min=0.0)
    return reduce_loss(loss, choose_reduction(size_average, reduce, reduction))


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None,
                         reduction="mean"):
    if not input.is_floating_point():
        _tine.unsupported("hinge_embedding_loss of integers is not supported")
    # A target that is neither 1 nor -1 counts as both.
    apart = torch.where(target != 1, torch.clamp(margin - input, min=0.0), 0.0)
    loss = apart + torch.where(target != -1, input, 0.0)
    return reduce_loss(loss, choose_reduction(size_average, reduce, reduction))


def _triplet(positive, negative, swapped, margin, reduction):
    if swapped is not None:
        negative = torch.minimum(negative, swapped)
    return reduce_loss(torch.clamp(margin + positive - negative, min=0.0), reduction)


def _check_margin(margin):
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False,
                        size_average=None, reduce=None, reduction="mean"):
    _check_margin(margin)
    swapped = torch.nn.functional.pairwise_distance(positive, negative, p, eps) if swap else None
    near = torch.nn.functional.pairwise_distance(anchor, positive, p, eps)
    far = torch.nn.functional.pairwise_distance(anchor, negative, p, eps)
    return _triplet(near, far, swapped, margin, choose_reduction(size_average, reduce, reduction))


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None,
                                      margin=1.0, swap=False, reduction="mean"):
    _check_margin(margin)
    distance = distance_function
    if distance is None:
        distance = torch.nn.functional.pairwise_distance
    near, far = distance(anchor, positive), distance(anchor, negative)
    return _triplet(near, far, distance(positive, negative) if swap else None, margin, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    if isinstance(var, float):
        var = var * torch.ones_like(input)
    if torch.any(var < 0):
        raise ValueError("var has negative entry/entries")
    if list(var.shape) != list(input.shape):
        # One variance for the last dimension, or for one of the others.
        if list(var.shape) == list(input.shape)[:-1]:
            var = var.unsqueeze(-1)
        elif var.dim() != input.dim() or _sum_of_other_sizes(input, var) != 1:
            raise ValueError("var is of incorrect size")
    # The bound is no part of the derivative.
    var = torch.where(var < eps, var - var.detach() + eps, var)
    difference = input - target
    loss = 0.5 * (torch.log(var) + difference * difference / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return reduce_loss(loss, reduction)


def _sum_of_other_sizes(input, var):
    return sum([m for n, m in zip(input.shape, var.shape) if n != m])


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8,
                     reduce=None, reduction="mean"):
    if log_input:
        loss = torch.exp(input) - target * input
    else:
        loss = input - target * torch.log(input + eps)
    if full:
        # Stirling's formula for the logarithm of the factorial.
        large = torch.where(target > 1, target, 1.0)
        stirling = large * torch.log(large) - large + 0.5 * torch.log(2 * math.pi * large)
        loss = loss + torch.where(target > 1, stirling, 0.0)
    return reduce_loss(loss, choose_reduction(size_average, reduce, reduction))


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    loss = torch.log1p(torch.exp(-input * target))
    return reduce_loss(loss, choose_reduction(size_average, reduce, reduction))


def _check_classes(input):
    if input.size(-1) == 0:
        raise RuntimeError("Expected non-empty vector or matrix with optional 0-dim batch size, but "
                           f"got: {list(input.shape)}")


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None,
                      reduction="mean"):
    if p != 1 and p != 2:
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.dim() != 1:
        raise ValueError("weight must be one-dimensional")
    if input.dim() == 0:
        input = input.reshape(1)
    classes = input.size(-1)
    _check_classes(input)
    index = target.unsqueeze(-1)
    if input.dim() == 1:
        index = target.reshape(1)
    excess = margin - torch.gather(input, -1, index) + input
    counts = torch.logical_and(excess > 0, torch.arange(classes, device=input.device) != index)
    excess = torch.where(counts, excess, 0.0)
    terms = excess if p == 1 else excess * excess
    if weight is not None:
        terms = terms * torch.index_select(weight, 0, index.reshape(-1)).reshape(list(index.shape))
    return reduce_loss(terms.sum(-1) / classes, choose_reduction(size_average, reduce, reduction))


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    if input.dim() == 0:
        input, target = input.reshape(1), target.reshape(1)
    # The labels of a row end at the first -1.
    classes = input.size(-1)
    _check_classes(input)
    if torch.any(torch.logical_or(target < -1, target >= classes)):
        raise RuntimeError("argument #2 'target' is out of range")
    listed = torch.cumsum((target < 0).to(torch.int64), -1) == 0
    labels = torch.where(listed, target, 0)
    every = torch.arange(classes, device=input.device)
    # [..., label, class]
    same = torch.logical_and(labels.unsqueeze(-1) == every, listed.unsqueeze(-1))
    is_label = same.to(torch.int64).sum(-2, keepdim=True) > 0
    excess = 1 - torch.gather(input, -1, labels).unsqueeze(-1) + input.unsqueeze(-2)
    counts = torch.logical_and(listed.unsqueeze(-1), torch.logical_not(is_label))
    excess = torch.where(torch.logical_and(counts, excess > 0), excess, 0.0)
    loss = excess.sum(-1).sum(-1) / classes
    return reduce_loss(loss, choose_reduction(size_average, reduce, reduction))


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None,
                                reduction="mean"):
    yes = torch.nn.functional.logsigmoid(input)
    no = torch.nn.functional.logsigmoid(-input)
    loss = -(target * yes + (1 - target) * no)
    if weight is not None:
        loss = loss * weight
    return reduce_loss(loss.sum(-1) / input.size(-1),
                       choose_reduction(size_average, reduce, reduction))

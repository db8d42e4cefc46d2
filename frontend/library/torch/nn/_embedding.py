# Rows of a table that indices look up, and one-hot vectors.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch


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

# The loss of connectionist temporal classification (Graves et al., 2006).
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
import torch

# The logarithm of what cannot be: finite, so that its derivatives are.
_NEVER = -1e30


def _padded_targets(targets, lengths):
    """Targets one behind the other -> [n, longest]."""
    if targets.dim() == 2:
        return targets
    longest = int(lengths.max())
    starts = torch.cumsum(lengths, 0) - lengths
    places = starts.unsqueeze(1) + torch.arange(longest).unsqueeze(0)
    places = torch.clamp(places, max=targets.size(0) - 1)
    return targets.index_select(0, places.reshape(-1)).reshape(lengths.size(0), longest)


def _shifted(alpha, by):
    lost = torch.full([alpha.size(0), by], _NEVER, dtype=alpha.dtype, device=alpha.device)
    return torch.cat([lost, alpha.narrow(1, 0, alpha.size(1) - by)], 1)


def _lengths(lengths):
    if not isinstance(lengths, torch.Tensor):
        lengths = torch.tensor(lengths)
    return lengths.to(torch.int64).reshape(-1)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean",
             zero_infinity=False):
    """log_probs[T, N, C], targets[N, S] or one behind the other; all without N likewise."""
    single = log_probs.dim() == 2
    if single:
        log_probs = log_probs.unsqueeze(1)
        targets = targets.unsqueeze(0)
    used, length = _lengths(input_lengths), _lengths(target_lengths)
    steps, count, classes = log_probs.size(0), log_probs.size(1), log_probs.size(2)
    if blank < 0 or blank >= classes:
        raise RuntimeError("blank must be in label range")
    if used.size(0) != count:
        raise RuntimeError("input_lengths must be of size batch_size")
    if length.size(0) != count:
        raise RuntimeError("target_lengths must be of size batch_size")
    if bool((used > steps).any()):
        raise RuntimeError(f"Expected input_lengths to have value at most {steps}, but got value "
                           f"{int(used.max())}")
    targets = _padded_targets(targets.to(torch.int64), length)
    longest = targets.size(1)
    # A blank before, between and behind the labels.
    blanks = torch.full([count, longest], blank, dtype=torch.int64)
    labels = torch.stack([blanks, targets], 2).reshape(count, 2 * longest)
    labels = torch.cat([labels, torch.full([count, 1], blank, dtype=torch.int64)], 1)
    # The blank between two labels that differ may be left out.
    width = 2 * longest + 1
    before = torch.cat([labels.narrow(1, 0, min(2, width)), labels.narrow(1, 0, max(width - 2, 0))],
                       1).narrow(1, 0, width)
    skips = torch.logical_and(labels != blank, labels != before)
    chosen = log_probs.gather(2, labels.unsqueeze(0).expand(steps, -1, -1))
    place = torch.arange(width).unsqueeze(0)
    first = torch.logical_or(place == 0, torch.logical_and(place == 1, length.unsqueeze(1) > 0))
    alpha = torch.where(first, chosen[0], _NEVER)
    # As many as the run knows, so that this stays a loop.
    for t in range(1, int(used.max())):
        one = _shifted(alpha, 1)
        two = torch.where(skips, _shifted(alpha, min(2, width)), _NEVER)
        top = torch.maximum(torch.maximum(alpha, one), two).detach()
        total = torch.exp(alpha - top) + torch.exp(one - top) + torch.exp(two - top)
        following = torch.clamp(top + torch.log(total) + chosen[t], min=_NEVER)
        alpha = torch.where((used > t).unsqueeze(1), following, alpha)
    # Without steps there is one way to say nothing, and none to say more.
    start = torch.where(torch.logical_and(place == 0, length.unsqueeze(1) == 0), 0.0, _NEVER)
    alpha = torch.where((used > 0).unsqueeze(1), alpha, start)
    last = alpha.gather(1, (2 * length).unsqueeze(1)).squeeze(1)
    other = alpha.gather(1, torch.clamp(2 * length - 1, min=0).unsqueeze(1)).squeeze(1)
    other = torch.where(length > 0, other, _NEVER)
    loss = -torch.logaddexp(last, other)
    # PyTorch's gradient is the one of scores in front of a log_softmax.
    present = (torch.arange(steps).unsqueeze(1) < used.unsqueeze(0)).unsqueeze(2)
    mass = torch.where(present, torch.exp(log_probs), 0.0).sum([0, 2])
    loss = loss + (mass - mass.detach())
    impossible = loss > 1e29
    loss = torch.where(impossible, 0.0 if zero_infinity else math.inf, loss)
    if reduction == "mean":
        return (loss / torch.clamp(length, min=1)).mean()
    if reduction == "sum":
        return loss.sum()
    if reduction != "none":
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return loss.squeeze(0) if single else loss

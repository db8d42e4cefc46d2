# What programs ask of tensors of real numbers on a CPU, and names of old.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch


def angle(input):
    """Pi where it is negative; its derivative is 0."""
    if not input.is_floating_point():
        input = input.to(torch.get_default_dtype())
    x = input.detach()
    output = torch.where(torch.isnan(x), x, torch.where(x < 0, torch.full_like(x, math.pi), 0.0))
    return _tine.with_derivative((output,), (input,), lambda g: (torch.zeros_like(g),))[0]


def can_cast(from_, to):
    if from_.is_floating_point and not to.is_floating_point:
        return False
    return from_ == torch.bool or to != torch.bool


def get_device(input):
    """-1: there is no number on the CPU."""
    return -1 if input.device.index is None else input.device.index


def is_conj(input):
    return False


def is_neg(input):
    return False


def range(start, end, step=1, *, dtype=None, layout=None, device=None, requires_grad=False):
    """With its end, unlike arange."""
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    count = int(math.floor((end - start) / step)) + 1
    kind = torch.get_default_dtype() if dtype is None else dtype
    exact = torch.float64 if kind.is_floating_point else torch.int64
    output = (torch.arange(count, dtype=exact, device=device) * step + start).to(kind)
    return output.requires_grad_() if requires_grad else output

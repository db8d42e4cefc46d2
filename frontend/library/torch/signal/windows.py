# torch.signal.windows: weights of the samples of a piece of a signal.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A window that is not symmetric is one of M + 1 samples without its last one.

import math

import torch


def _grid(M, sym, dtype, first, last):
    """M places, from `first` to `last` or, if not symmetric, one step less."""
    if M < 0:
        raise ValueError(f"{M} is not a valid number of samples; it must be non-negative")
    step = (last - first) / (M - 1 if sym else M)
    return torch.linspace(first, first + (M - 1) * step, M, dtype=dtype)


def _window(M, sym, dtype, requires_grad, first, last, shape):
    if M < 0:
        raise ValueError(f"requires non-negative window length, got M={M}")
    if M < 2:
        values = torch.ones(M, dtype=dtype)
    else:
        values = shape(_grid(M, sym, dtype, first, last))
    return values.requires_grad_() if requires_grad else values


def general_cosine(M, *, a, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    def shape(k):
        total = torch.zeros_like(k)
        for i in range(len(a)):
            total = total + (-1.0) ** i * a[i] * torch.cos(i * k)
        return total

    return _window(M, sym, dtype, requires_grad, 0.0, 2 * math.pi, shape)


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, requires_grad=requires_grad)


def hamming(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    return general_hamming(M, alpha=0.54, sym=sym, dtype=dtype, requires_grad=requires_grad)


def hann(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    return general_hamming(M, alpha=0.5, sym=sym, dtype=dtype, requires_grad=requires_grad)


def blackman(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    return general_cosine(M, a=[0.42, 0.5, 0.08], sym=sym, dtype=dtype, requires_grad=requires_grad)


def nuttall(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    return general_cosine(M, a=[0.3635819, 0.4891775, 0.1365995, 0.0106411], sym=sym, dtype=dtype,
                          requires_grad=requires_grad)


def bartlett(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    return _window(M, sym, dtype, requires_grad, -1.0, 1.0, lambda k: 1 - torch.abs(k))


def cosine(M, *, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    # Samples in the middle of M equal parts.
    count = M if sym or M < 2 else M + 1
    step = math.pi / max(count, 1)
    last = (count - 0.5) * step
    return _window(M, sym, dtype, requires_grad, 0.5 * step, last, torch.sin)


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=None, device=None,
                requires_grad=False):
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    count = M if sym or M < 2 else M + 1
    middle = (count - 1) / 2.0 if center is None else center
    return _window(M, sym, dtype, requires_grad, -middle / tau, (count - 1 - middle) / tau,
                   lambda k: torch.exp(-torch.abs(k)))


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    count = M if sym or M < 2 else M + 1
    end = (count - 1) / 2.0 / (std * math.sqrt(2.0))
    return _window(M, sym, dtype, requires_grad, -end, end, lambda k: torch.exp(-k * k))


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=None, device=None, requires_grad=False):
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")

    def shape(k):
        square = torch.clamp(beta * beta - k * k, min=0.0)
        top = torch.i0(torch.full_like(k, beta))
        return torch.i0(torch.sqrt(square)) / top

    return _window(M, sym, dtype, requires_grad, -float(beta), float(beta), shape)


#
# Under the names of torch
#


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, layout=None, device=None,
                   pin_memory=False, requires_grad=False):
    return general_cosine(window_length, a=[alpha, beta], sym=not periodic, dtype=dtype,
                          requires_grad=requires_grad)


def hann_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False,
                requires_grad=False):
    return hann(window_length, sym=not periodic, dtype=dtype, requires_grad=requires_grad)


def blackman_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False,
                    requires_grad=False):
    return blackman(window_length, sym=not periodic, dtype=dtype, requires_grad=requires_grad)


def bartlett_window(window_length, periodic=True, *, dtype=None, layout=None, device=None, pin_memory=False,
                    requires_grad=False):
    return bartlett(window_length, sym=not periodic, dtype=dtype, requires_grad=requires_grad)


def kaiser_window(window_length, periodic=True, beta=12.0, *, dtype=None, layout=None, device=None,
                  pin_memory=False, requires_grad=False):
    return kaiser(window_length, beta=beta, sym=not periodic, dtype=dtype, requires_grad=requires_grad)

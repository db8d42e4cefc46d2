# QR, by Householder's reflections.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch.linalg._lu import _triangular
from torch.linalg._matrices import _batch, _float, _like, _own, _t, _wants


def _reflect(A):
    """Householder's vectors below R in one, and their factors, as LAPACK has them."""
    A = A.clone()
    b, m, n = A.size(0), A.size(1), A.size(2)
    steps = min(m, n)
    rows = torch.arange(m)
    columns = torch.arange(n)
    factors = torch.zeros(b, steps, dtype=A.dtype)
    for k in range(steps):
        column = A.select(2, k)
        alpha = column.select(1, k).unsqueeze(1)
        below = torch.where(rows > k, column, 0.0)
        rest = (below * below).sum(1, keepdim=True)
        none = rest == 0
        norm = torch.sqrt(alpha * alpha + rest)
        beta = torch.where(alpha >= 0, -norm, norm)
        tau = torch.where(none, 0.0, (beta - alpha) / torch.where(none, 1.0, beta))
        vector = below / torch.where(none, 1.0, alpha - beta) + (rows == k).to(A.dtype)
        shadow = torch.matmul(vector.unsqueeze(1), A)
        shadow = torch.where(columns > k, shadow, 0.0)
        A = A - (tau * vector).unsqueeze(2) * shadow
        final = torch.where(rows > k, vector, torch.where((rows == k) & torch.logical_not(none), beta, column))
        A.select(2, k).copy_(torch.where((rows <= k) & (rows != k), column, final))
        factors.select(1, k).copy_(tau.squeeze(1))
    return A, factors


def _product_of(A, tau, count):
    """The first `count` columns of the product of the reflections."""
    b, m = A.size(0), A.size(1)
    Q = torch.eye(m, count, dtype=A.dtype).expand(b, m, count).clone()
    rows = torch.arange(m)
    steps = tau.size(1)
    for i in range(steps):
        k = steps - 1 - i
        vector = torch.where(rows > k, A.select(2, k), (rows == k).to(A.dtype))
        shadow = torch.matmul(vector.unsqueeze(1), Q)
        Q = Q - (tau.select(1, k).unsqueeze(1) * vector).unsqueeze(2) * shadow
    return Q


def geqrf(input):
    _float("geqrf", input)
    if input.requires_grad:
        _tine.unsupported("geqrf has no derivative")
    A, tau = _reflect(_batch(input))
    return _tine.result("geqrf", _like(A, input, input.size(-2), input.size(-1)),
                      tau.to(input.dtype).reshape(list(input.shape)[:-2] + [tau.size(1)]))


def householder_product(A, tau):
    if _wants(A, tau):
        if tau.size(-1) == 0:
            unit = torch.eye(A.size(-2), A.size(-1), dtype=A.dtype).expand(list(A.shape)).clone()
            return _own(unit, (A, tau), lambda grad: (None, None))
        # Of differentiable steps.
        flat = A.reshape([math.prod(list(A.shape)[:-2])] + list(A.shape)[-2:])
        Q = _product_of(flat, tau.reshape(flat.size(0), tau.size(-1)), A.size(-1))
        return Q.reshape(list(A.shape))
    flat = _batch(A)
    Q = _product_of(flat, tau.to(torch.float64).reshape(flat.size(0), tau.size(-1)), A.size(-1))
    return _like(Q, A, A.size(-2), A.size(-1))


orgqr = householder_product


def ormqr(input, tau, other, left=True, transpose=False):
    flat = input.reshape([math.prod(list(input.shape)[:-2])] + list(input.shape)[-2:])
    factors = tau.reshape(flat.size(0), tau.size(-1))
    m = input.size(-2)
    if _wants(input, tau):
        Q = _product_of(flat, factors, m).reshape(list(input.shape)[:-1] + [m])
    else:
        Q = _product_of(flat.to(torch.float64), factors.to(torch.float64), m)
        Q = Q.to(input.dtype).reshape(list(input.shape)[:-1] + [m])
    Q = _t(Q) if transpose else Q
    return Q @ other if left else other @ Q


def qr(A, mode="reduced"):
    _float("qr", A)
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), "
                           "'r', or 'complete'")
    m, n = A.size(-2), A.size(-1)
    wants = A.requires_grad
    if wants and mode == "r":
        raise RuntimeError("The derivative of linalg.qr depends on Q, which is not computed when mode='r'. "
                           "Please use linalg.qr(A, mode='reduced') if you are going to require gradients in "
                           "the backward pass.")
    if wants and mode == "complete" and m > n:
        _tine.unsupported("the derivative of linalg.qr with mode='complete' of tall matrices is not supported; "
                          "PyTorch has none either")
    with torch.no_grad():
        flat, tau = _reflect(_batch(A))
        count = m if mode == "complete" else min(m, n)
        R = _like(torch.triu(flat.narrow(1, 0, min(count, m))), A, count, n)
        if mode == "r":
            return _tine.result("linalg_qr", torch.empty(0, dtype=A.dtype), R)
        Q = _like(_product_of(flat, tau, count), A, m, count)
    if not wants:
        return _tine.result("linalg_qr", Q, R)

    if m < n:
        return _wide_qr(A, Q, R)

    def backward(for_q, for_r):
        inner = R @ _t(for_r) - _t(for_q) @ Q
        inner = torch.tril(inner) + _t(torch.tril(inner, -1))
        whole = for_q + Q @ inner
        return (_t(_triangular(R, _t(whole), True, False)),)

    Q, R = _tine.with_derivative((Q, R), (A,), backward)
    return _tine.result("linalg_qr", Q, R)


def _wide_qr(A, Q, R):
    """Q follows from the square part of A, R from Q and A."""
    m, n = A.size(-2), A.size(-1)

    def product():
        return _own(R.clone(), (Q, A), lambda grad: (A @ _t(grad), Q @ grad))

    def backward(grad):
        inner = _t(Q) @ grad
        inner = Q @ torch.tril(inner - _t(inner))
        first = _t(_triangular(product().narrow(-1, 0, m), _t(inner), True, False))
        return (torch.cat([first, torch.zeros(list(A.shape)[:-1] + [n - m], dtype=A.dtype)], -1),)

    Q = _own(Q, (A,), backward)
    return _tine.result("linalg_qr", Q, product())

# Cholesky's factor, and what is solved by it.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch.linalg._lu import _triangular
from torch.linalg._matrices import _batch, _broadcast_batch, _like, _own, _square, _t


def _factor(A):
    """The lower factor of a batch, and where it fails, from 1."""
    b, n = A.size(0), A.size(1)
    L = torch.zeros_like(A)
    info = torch.zeros(b, dtype=torch.int64)
    rows = torch.arange(n)
    for k in range(n):
        row = L.select(1, k)
        column = A.select(2, k) - torch.matmul(L, row.unsqueeze(2)).squeeze(2)
        pivot = column.select(1, k)
        bad = torch.logical_not(pivot > 0)
        info = torch.where((info == 0) & bad, k + 1, info)
        column = column / torch.sqrt(torch.where(bad, 1.0, pivot)).unsqueeze(1)
        L.select(2, k).copy_(torch.where(rows >= k, column, 0.0))
    return L, info


def cholesky_ex(A, *, upper=False, check_errors=False):
    _square("cholesky_ex", A)
    with torch.no_grad():
        flat = _batch(A)
        lower, info = _factor(_t(flat) if upper else flat)
        output = _like(lower, A, A.size(-1), A.size(-1))

    def backward(grad):
        inner = torch.tril(_t(output) @ grad)
        inner = 0.5 * (inner + _t(torch.tril(inner, -1)))
        inner = _triangular(_t(output), inner, True, False)
        return (_t(_triangular(_t(output), _t(inner), True, False)),)

    output = _own(output, (A,), backward) if A.requires_grad else output
    return _tine.result("linalg_cholesky_ex", _t(output) if upper else output,
                      info.to(torch.int32).reshape(list(A.shape)[:-2]))


def cholesky(A, *, upper=False):
    _square("cholesky", A)
    L, info = cholesky_ex(A, upper=upper)
    if bool((info != 0).any()):
        flat = info.reshape(-1)
        first = int(torch.argmax((flat != 0).to(torch.int64)).item())
        where = f"(Batch element {first}): " if flat.size(0) > 1 else ""
        raise RuntimeError(f"linalg.cholesky: {where}The factorization could not be completed because the input "
                           f"is not positive-definite (the leading minor of order {int(flat[first].item())} is "
                           "not positive-definite).")
    return L


def cholesky_solve(B, L, upper=False):
    L, B = _broadcast_batch(_t(L) if upper else L, B)
    low = torch.tril(L.detach())
    with torch.no_grad():
        X = _triangular(_t(low), _triangular(low, B.detach(), False, False), True, False)

    def backward(grad):
        # As in PyTorch, L has a gradient above the diagonal, too.
        for_b = cholesky_solve(grad, L)
        product = for_b @ _t(X)
        return for_b, -(product + _t(product)) @ L

    return _own(X, (B, L), backward)


def cholesky_inverse(L, upper=False):
    unit = torch.eye(L.size(-1), dtype=L.dtype).expand(list(L.shape))
    return cholesky_solve(unit, L, upper)

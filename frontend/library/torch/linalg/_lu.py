# LU, and what is solved by it: systems, inverses and determinants.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch.linalg._matrices import (_batch, _broadcast_batch, _float, _like, _own, _square,
                                    _t)


def _eliminate(A):
    """LU with partial pivoting of [b, m, n]: both factors in one, the pivots from 0, and the rows
    in their new order."""
    A = A.clone()
    b, m, n = A.size(0), A.size(1), A.size(2)
    steps = min(m, n)
    rows = torch.arange(m).unsqueeze(0).expand(b, m)
    columns = torch.arange(n)
    order = rows.clone()
    pivots = torch.zeros(b, steps, dtype=torch.int64)
    for k in range(steps):
        size = torch.where(rows < k, -1.0, torch.abs(A.select(2, k)))
        place = torch.argmax(size, 1, keepdim=True)
        swap = torch.where(rows == k, place, torch.where(rows == place, k, rows))
        A = torch.gather(A, 1, swap.unsqueeze(2).expand(b, m, n))
        order = torch.gather(order, 1, swap)
        pivots.select(1, k).copy_(place.squeeze(1))
        top = A.select(1, k)
        pivot = top.select(1, k).unsqueeze(1)
        zero = pivot == 0
        factor = torch.where((rows > k) & torch.logical_not(zero),
                             A.select(2, k) / torch.where(zero, 1.0, pivot), 0.0)
        behind = torch.where(columns > k, top, 0.0).unsqueeze(1)
        A = A - factor.unsqueeze(2) * behind
        A.select(2, k).copy_(torch.where((rows > k) & torch.logical_not(zero), factor, A.select(2, k)))
    return A, pivots, order


def _substitute(A, B, upper, unit):
    """X of A @ X = B, A triangular, [b, n, n] and [b, n, k]."""
    n = A.size(1)
    X = torch.zeros_like(B)
    for i in range(n):
        k = n - 1 - i if upper else i
        row = A.select(1, k)
        rest = B.select(1, k) - torch.matmul(row.unsqueeze(1), X).squeeze(1)
        if not unit:
            rest = rest / row.select(1, k).unsqueeze(1)
        X.select(1, k).copy_(rest)
    return X


def _parts(LU, m, n):
    k = min(m, n)
    lower = torch.tril(LU.narrow(-1, 0, k), -1) + torch.eye(m, k, dtype=LU.dtype)
    return lower, torch.triu(LU.narrow(-2, 0, k))


def _solve(A, B):
    """[b, n, n] and [b, n, k]."""
    LU, _, order = _eliminate(A)
    B = torch.gather(B, 1, order.unsqueeze(2).expand(list(B.shape)))
    return _substitute(LU, _substitute(LU, B, False, True), True, False)


def _check_singular(name, A):
    """The factors of a batch; a zero on the diagonal is an error."""
    LU, pivots, order = _eliminate(A)
    zero = torch.diagonal_copy(LU, 0, 1, 2) == 0
    if bool(zero.any()):
        flat = zero.reshape(-1)
        first = int(torch.argmax(flat.to(torch.int64)).item())
        n = max(zero.size(1), 1)
        at = first % n + 1
        where = f"(Batch element {first // n}): " if A.size(0) > 1 else ""
        raise RuntimeError(f"linalg.{name}: {where}The solver failed because the input matrix is singular."
                           if name == "solve" else
                           f"linalg.{name}: {where}The diagonal element {at} is zero, the inversion could "
                           "not be completed because the input matrix is singular.")
    return LU, order


def lu_factor_ex(A, *, pivot=True, check_errors=False):
    _float("lu_factor_ex", A)
    if not pivot:
        _tine.unsupported("LU without pivoting is not supported")
    m, n = A.size(-2), A.size(-1)
    with torch.no_grad():
        LU, pivots, order = _eliminate(_batch(A))
        zero = torch.diagonal_copy(LU, 0, 1, 2) == 0
        count = max(zero.size(1), 1)
        first = torch.argmax(zero.to(torch.int64), 1) + 1 if zero.size(1) > 0 else torch.zeros(LU.size(0), dtype=torch.int64)
        info = torch.where(zero.any(1), first, 0).to(torch.int32)
        packed = _like(LU, A, m, n)
    batch = list(A.shape)[:-2]

    def backward(grad):
        k = min(m, n)
        lower, upper = _parts(packed, m, n)
        for_l, for_u = torch.tril(grad.narrow(-1, 0, k), -1), torch.triu(grad.narrow(-2, 0, k))
        first, last = lower.narrow(-2, 0, k), upper.narrow(-1, 0, k)
        if m < n:
            # What is right of the square part is divided by L only.
            inner = torch.tril(_t(lower) @ for_l - for_u @ _t(upper), -1)
            inner = _t(_triangular(last, _t(inner), True, False))
            inner = torch.cat([inner + for_u.narrow(-1, 0, k), for_u.narrow(-1, k, n - k)], -1)
            inner = _triangular(_t(first), inner, True, True)
        elif m > n:
            # What is below it by U only.
            inner = torch.triu(for_u @ _t(upper) - _t(lower) @ for_l)
            inner = _triangular(_t(first), inner, True, True)
            inner = torch.cat([inner + for_l.narrow(-2, 0, k), for_l.narrow(-2, k, m - k)], -2)
            inner = _t(_triangular(last, _t(inner), True, False))
        else:
            inner = torch.tril(_t(lower) @ for_l, -1) + torch.triu(for_u @ _t(upper))
            inner = _t(_triangular(upper, _t(inner), True, False))
            inner = _triangular(_t(lower), inner, True, True)
        back = torch.argsort(order, 1).reshape(batch + [m, 1]).expand(list(A.shape))
        return torch.gather(inner, -2, back)

    packed = _own(packed, (A,), backward) if A.requires_grad else packed
    return _tine.result("linalg_lu_factor_ex", packed, (pivots + 1).to(torch.int32).reshape(batch + [min(m, n)]), info.reshape(batch))


def lu_factor(A, *, pivot=True):
    LU, pivots, info = lu_factor_ex(A, pivot=pivot)
    return _tine.result("linalg_lu_factor", LU, pivots)


def _permutation(pivots, m):
    """The rows in their new order, of pivots from 1."""
    flat = pivots.reshape(math.prod(list(pivots.shape)[:-1]), pivots.size(-1)).to(torch.int64) - 1
    b = flat.size(0)
    rows = torch.arange(m).unsqueeze(0).expand(b, m)
    order = rows.clone()
    for k in range(flat.size(1)):
        place = flat.select(1, k).unsqueeze(1)
        swap = torch.where(rows == k, place, torch.where(rows == place, k, rows))
        order = torch.gather(order, 1, swap)
    return order


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True):
    m, n = LU_data.size(-2), LU_data.size(-1)
    L, U = _parts(LU_data, m, n)
    order = _permutation(LU_pivots, m)
    P = (torch.arange(m).reshape(1, m, 1) == order.unsqueeze(1)).to(LU_data.dtype)
    return _tine.result("lu_unpack", P.reshape(list(LU_data.shape)[:-2] + [m, m]), L, U)


def lu(A, *, pivot=True):
    LU, pivots, info = lu_factor_ex(A, pivot=pivot)
    return _tine.result("linalg_lu", *lu_unpack(LU, pivots))


def lu_solve(LU, pivots, B, *, left=True, adjoint=False):
    m = LU.size(-1)
    L, U = _parts(LU, m, m)
    if not left:
        return _t(lu_solve(LU, pivots, _t(B), adjoint=not adjoint))
    order = _permutation(pivots, m).reshape(list(LU.shape)[:-2] + [m, 1])
    L, B = _broadcast_batch(L, B)
    U = U.expand(list(L.shape)[:-2] + [m, m])
    order = order.expand(list(B.shape)[:-2] + [m, 1]).expand(list(B.shape))
    if adjoint:
        X = _triangular(_t(L), _triangular(_t(U), B, False, False), True, True)
        return torch.gather(X, -2, torch.argsort(order, -2))
    return _triangular(U, _triangular(L, torch.gather(B, -2, order), False, True), True, False)


def _vector_like(A, B):
    """Whether B is a batch of vectors."""
    return B.dim() == 1 or (A.dim() - 1 == B.dim() and list(B.shape) == list(A.shape)[:-1])


def solve(A, B, *, left=True):
    _square("solve", A)
    if _vector_like(A, B):
        return solve(A, B.unsqueeze(-1)).squeeze(-1)
    if not left:
        return _t(solve(_t(A), _t(B)))
    if A.size(-1) != B.size(-2):
        raise RuntimeError("linalg.solve: Incompatible shapes of A and B for the equation AX = B "
                           f"({A.size(-2)}x{A.size(-1)} and {B.size(-2)}x{B.size(-1)})")
    A, B = _broadcast_batch(A, B)
    return _solved(A, B)


def _solved(A, B):
    with torch.no_grad():
        LU, order = _check_singular("solve", _batch(A))
        given = _batch(B)
        given = torch.gather(given, 1, order.unsqueeze(2).expand(list(given.shape)))
        X = _like(_substitute(LU, _substitute(LU, given, False, True), True, False), B,
                  B.size(-2), B.size(-1))

    def backward(grad):
        for_b = _solved(_t(A), grad)
        return -(for_b @ _t(X)), for_b

    return _own(X, (A, B), backward)


def solve_ex(A, B, *, left=True, check_errors=False):
    result = solve(A, B, left=left)
    return _tine.result("linalg_solve_ex", result, torch.zeros(list(A.shape)[:-2], dtype=torch.int32))


def _triangular(A, B, upper, unit):
    """With a derivative; the batches are those of both."""
    with torch.no_grad():
        X = _like(_substitute(_batch(A), _batch(B), upper, unit), B, B.size(-2), B.size(-1))

    def backward(grad):
        for_b = _triangular(_t(A), grad, not upper, unit)
        for_a = -(for_b @ _t(X))
        skip = 1 if unit else 0
        return torch.triu(for_a, skip) if upper else torch.tril(for_a, -skip), for_b

    return _own(X, (A, B), backward)


def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    _square("solve_triangular", A)
    if not left:
        return _t(solve_triangular(_t(A), _t(B), upper=not upper, unitriangular=unitriangular))
    if A.size(-1) != B.size(-2):
        raise RuntimeError("linalg.solve_triangular: Incompatible shapes of A and B for the equation AX = B "
                           f"({A.size(-2)}x{A.size(-1)} and {B.size(-2)}x{B.size(-1)})")
    A, B = _broadcast_batch(A, B)
    return _triangular(A, B, upper, unitriangular)


def inv_ex(A, *, check_errors=False):
    _square("inv_ex", A)
    n = A.size(-1)
    batch = list(A.shape)[:-2]
    with torch.no_grad():
        flat = _batch(A)
        LU, _, order = _eliminate(flat)
        zero = torch.diagonal_copy(LU, 0, 1, 2) == 0
        info = torch.zeros(flat.size(0), dtype=torch.int32)
        if n > 0:
            first = torch.argmax(zero.to(torch.int64), 1) + 1
            info = torch.where(zero.any(1), first, 0).to(torch.int32)
        unit = torch.eye(n, dtype=torch.float64).expand(list(flat.shape))
        unit = torch.gather(unit, 1, order.unsqueeze(2).expand(list(flat.shape)))
        X = _like(_substitute(LU, _substitute(LU, unit, False, True), True, False), A, n, n)

    def backward(grad):
        return (-(_t(X) @ (grad @ _t(X))),)

    return _tine.result("linalg_inv_ex", _own(X, (A,), backward) if A.requires_grad else X, info.reshape(batch))


def inv(A):
    _square("inv", A)
    with torch.no_grad():
        _check_singular("inv", _batch(A))
    return inv_ex(A)[0]


def _log_det(A):
    LU, pivots, _ = _eliminate(_batch(A))
    diagonal = torch.diagonal_copy(LU, 0, 1, 2)
    steps = torch.arange(pivots.size(1))
    swaps = (pivots != steps).sum(1)
    sign = torch.where(swaps % 2 == 1, -1.0, 1.0).to(torch.float64)
    return LU, diagonal, sign


def det(A):
    _square("det", A)
    with torch.no_grad():
        LU, diagonal, sign = _log_det(A)
        output = (sign * diagonal.prod(1)).to(A.dtype).reshape(list(A.shape)[:-2])

    def backward(grad):
        # A zero of the diagonal becomes the least that counts.
        singular = output.detach() == 0
        tiny = torch.finfo(A.dtype).eps
        apart = torch.eye(A.size(-1), dtype=A.dtype) * tiny
        safe = torch.where(singular.unsqueeze(-1).unsqueeze(-1), A + apart, A)
        return ((grad * det(safe)).unsqueeze(-1).unsqueeze(-1) * _t(inv_ex(safe)[0]),)

    return _own(output, (A,), backward) if A.requires_grad else output


def slogdet(A):
    _square("slogdet", A)
    batch = list(A.shape)[:-2]
    with torch.no_grad():
        LU, diagonal, sign = _log_det(A)
        sign = (sign * torch.sign(diagonal).prod(1)).to(A.dtype).reshape(batch)
        output = torch.log(torch.abs(diagonal)).sum(1).to(A.dtype).reshape(batch)

    def backward(grad):
        return (grad.unsqueeze(-1).unsqueeze(-1) * _t(inv_ex(A)[0]),)

    if A.requires_grad:
        # The sign has a graph without a gradient.
        sign = _own(sign, (A,), lambda grad: (None,))
        output = _own(output, (A,), backward)
    return _tine.result("linalg_slogdet", sign, output)


def logdet(A):
    sign, size = slogdet(A)
    return torch.where(sign < 0, math.nan, size)

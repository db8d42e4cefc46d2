# torch.linalg: norms, factorisations and what is solved by them.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Factorisations run in float64 on a batch of matrices at once, a column after the other, without
# a graph; derivatives are those of what they compute.

import math

import _tine
import torch
from torch._math import slopeless


def _float(name, A, *, rank=2):
    if A.dim() < rank:
        raise RuntimeError(f"linalg.{name}: The input tensor A must have at least {rank} dimensions.")
    if not A.is_floating_point():
        raise RuntimeError(f"linalg.{name}: Expected a floating point or complex tensor as input. "
                           f"Got {_name_of(A.dtype)}")


def _name_of(dtype):
    names = {torch.int64: "Long", torch.int32: "Int", torch.uint8: "Byte", torch.bool: "Bool"}
    return names.get(dtype, "Float")


def _square(name, A):
    _float(name, A)
    if A.size(-1) != A.size(-2):
        raise RuntimeError(f"linalg.{name}: A must be batches of square matrices, but they are "
                           f"{A.size(-2)} by {A.size(-1)} matrices")


def _batch(A):
    """One batch of matrices of float64."""
    return A.detach().to(torch.float64).reshape([-1] + list(A.shape)[-2:]) if A.numel() > 0 else \
        A.detach().to(torch.float64).reshape([_count(list(A.shape)[:-2])] + list(A.shape)[-2:])


def _count(sizes):
    product = 1
    for size in sizes:
        product = product * size
    return product


def _like(X, A, *sizes):
    """X in the type and batch of A; no view, so that derivatives read what has one."""
    return X.to(A.dtype).reshape(list(A.shape)[:-2] + list(sizes)).clone()


def _t(A):
    return A.transpose(-2, -1)


def _own(output, inputs, backward):
    return _tine.with_derivative((output,), inputs, backward)[0]


def _broadcast_batch(A, B):
    """Both with the batch dimensions of both."""
    shape = list(torch.broadcast_shapes(list(A.shape)[:-2], list(B.shape)[:-2]))
    return (A.expand(shape + list(A.shape)[-2:]), B.expand(shape + list(B.shape)[-2:]))


def _wants(*tensors):
    wants = False
    for t in tensors:
        wants = wants or t.requires_grad
    return wants


#
# LU
#


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
    flat = pivots.reshape(_count(list(pivots.shape)[:-1]), pivots.size(-1)).to(torch.int64) - 1
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


#
# Cholesky
#


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


#
# QR
#


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
        flat = A.reshape([_count(list(A.shape)[:-2])] + list(A.shape)[-2:])
        Q = _product_of(flat, tau.reshape(flat.size(0), tau.size(-1)), A.size(-1))
        return Q.reshape(list(A.shape))
    flat = _batch(A)
    Q = _product_of(flat, tau.to(torch.float64).reshape(flat.size(0), tau.size(-1)), A.size(-1))
    return _like(Q, A, A.size(-2), A.size(-1))


orgqr = householder_product


def ormqr(input, tau, other, left=True, transpose=False):
    flat = input.reshape([_count(list(input.shape)[:-2])] + list(input.shape)[-2:])
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


#
# Singular and eigenvalues, by Jacobi's rotations
#


def _turn(off, first, second, least):
    """The rotation that makes `off` zero, and its angle's tangent."""
    done = torch.abs(off) <= least
    theta = (second - first) / torch.where(done, 1.0, 2 * off)
    t = torch.where(theta >= 0, 1.0, -1.0).to(theta.dtype) / (torch.abs(theta) + torch.sqrt(1 + theta * theta))
    t = torch.where(done, 0.0, t)
    c = 1 / torch.sqrt(1 + t * t)
    return c.unsqueeze(1), (c * t).unsqueeze(1), torch.abs(t)


def _mix(A, dim, p, q, c, s):
    """Rotates two columns or rows in place."""
    x, y = A.select(dim, p), A.select(dim, q)
    first, second = c * x - s * y, s * x + c * y
    A.select(dim, p).copy_(first)
    A.select(dim, q).copy_(second)


def _rotate_columns(A):
    """A of [b, m, n] with m >= n as U * S, S, V, not sorted."""
    b, n = A.size(0), A.size(2)
    A = A.clone()
    V = torch.eye(n, dtype=A.dtype).expand(b, n, n).clone()
    moved = torch.zeros(b, dtype=A.dtype)
    p, q, sweeps = 0, 1, 0
    # All pairs, again and again until none is turned.
    while sweeps < 30 and n > 1:
        x, y = A.select(2, p), A.select(2, q)
        alpha, beta = (x * x).sum(1), (y * y).sum(1)
        c, s, t = _turn((x * y).sum(1), alpha, beta, 1e-17 * torch.sqrt(alpha * beta))
        _mix(A, 2, p, q, c, s)
        _mix(V, 2, p, q, c, s)
        moved = torch.maximum(moved, t)
        q += 1
        if q == n:
            p += 1
            q = p + 1
        if q == n:
            sweeps = sweeps + 1 if bool((moved > 1e-16).any()) else 30
            moved = torch.zeros_like(moved)
            p, q = 0, 1
    return A, torch.sqrt((A * A).sum(1)), V


def _singular(A):
    """U, S, V of a batch, the greatest first; columns of U that belong to zeros are zeros."""
    if A.size(1) < A.size(2):
        V, S, U = _singular_tall(_t(A))
        return U, S, V
    return _singular_tall(A)


def _singular_tall(A):
    U, S, V = _rotate_columns(A)
    order = torch.argsort(S, 1, True)
    S = torch.gather(S, 1, order)
    U = torch.gather(U, 2, order.unsqueeze(1).expand(list(U.shape)))
    V = torch.gather(V, 2, order.unsqueeze(1).expand(list(V.shape)))
    zero = S == 0
    U = torch.where(zero.unsqueeze(1), 0.0, U / torch.where(zero, 1.0, S).unsqueeze(1))
    return U, S, V


def svdvals(A, *, driver=None):
    _float("svdvals", A)
    k = min(A.size(-2), A.size(-1))
    batch = list(A.shape)[:-2]
    with torch.no_grad():
        U, S, V = _singular(_batch(A))
        output = S.to(A.dtype).reshape(batch + [k])
        left = _like(U, A, A.size(-2), k)
        right = _like(V, A, A.size(-1), k)

    def backward(grad):
        return ((left * grad.unsqueeze(-2)) @ _t(right),)

    return _own(output, (A,), backward) if A.requires_grad else output


def _symmetric(A):
    """Eigenvalues, the least first, and eigenvectors of a batch of symmetric matrices."""
    b, n = A.size(0), A.size(1)
    A = A.clone()
    V = torch.eye(n, dtype=A.dtype).expand(b, n, n).clone()
    moved = torch.zeros(b, dtype=A.dtype)
    p, q, sweeps = 0, 1, 0
    while sweeps < 30 and n > 1:
        row, other = A.select(1, p), A.select(1, q)
        first, second, off = row.select(1, p), other.select(1, q), row.select(1, q)
        c, s, t = _turn(off, first, second, 1e-18 * (torch.abs(first) + torch.abs(second)))
        _mix(A, 1, p, q, c, s)
        _mix(A, 2, p, q, c, s)
        _mix(V, 2, p, q, c, s)
        moved = torch.maximum(moved, t)
        q += 1
        if q == n:
            p += 1
            q = p + 1
        if q == n:
            sweeps = sweeps + 1 if bool((moved > 1e-16).any()) else 30
            moved = torch.zeros_like(moved)
            p, q = 0, 1
    values = torch.diagonal_copy(A, 0, 1, 2)
    order = torch.argsort(values, 1)
    return (torch.gather(values, 1, order),
            torch.gather(V, 2, order.unsqueeze(1).expand(list(V.shape))))


def _mirrored(A, UPLO):
    """The symmetric matrix that one triangle gives."""
    if UPLO != "L" and UPLO != "U" and UPLO != "l" and UPLO != "u":
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    if UPLO == "L" or UPLO == "l":
        return torch.tril(A) + _t(torch.tril(A, -1))
    return torch.triu(A) + _t(torch.triu(A, 1))


def eigvalsh(A, UPLO="L"):
    _square("eigvalsh", A)
    n = A.size(-1)
    with torch.no_grad():
        values, vectors = _symmetric(_mirrored(_batch(A), UPLO))
        output = values.to(A.dtype).reshape(list(A.shape)[:-2] + [n])
        basis = _like(vectors, A, n, n)

    def backward(grad):
        return ((basis * grad.unsqueeze(-2)) @ _t(basis),)

    return _own(output, (A,), backward) if A.requires_grad else output


def pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None):
    _float("pinv", A)
    m, n = A.size(-2), A.size(-1)
    batch = list(A.shape)[:-2]
    if rcond is not None:
        rtol = rcond
    for limit in (atol, rtol):
        if isinstance(limit, torch.Tensor) and limit.dim() > A.dim() - 2:
            _tine.unsupported("pinv takes a tolerance for each matrix, not more")
    with torch.no_grad():
        U, S, V = _singular(_mirrored(_batch(A), "L") if hermitian else _batch(A))
        limit = _limit(A, S, atol, rtol)
        large = S > limit
        inverse = torch.where(large, 1 / torch.where(large, S, 1.0), 0.0)
        output = _like((V * inverse.unsqueeze(1)) @ _t(U), A, n, m)

    def backward(grad):
        # Of matrices of the same rank around this one.
        P = output
        return (_pinv_rest(A, P, grad) - _t(P @ _t(grad) @ P),)

    return _own(output, (A,), backward) if A.requires_grad else output


def _pinv_rest(A, P, grad):
    """What dA adds beside -P dA P: (P P') dA' (1 - A P) + (1 - P A) dA' (P' P)."""
    m, n = A.size(-2), A.size(-1)
    apart = torch.eye(m, dtype=A.dtype) - A @ P
    beside = torch.eye(n, dtype=A.dtype) - P @ A
    return (apart @ _t(grad) @ P @ _t(P)) + (_t(P) @ P @ _t(grad) @ beside)


def _limit(A, S, atol, rtol):
    """Singular values up to this one count as zero, for each matrix."""
    top = S.amax(1, keepdim=True) if S.size(1) > 0 else torch.zeros(S.size(0), 1, dtype=S.dtype)
    absolute = 0.0 if atol is None else atol
    if isinstance(absolute, torch.Tensor):
        absolute = absolute.to(torch.float64).reshape(-1, 1)
    if rtol is None:
        none = atol is None
        relative = max(A.size(-2), A.size(-1)) * torch.finfo(A.dtype).eps
        if not none and isinstance(atol, torch.Tensor):
            relative = torch.where(absolute > 0, 0.0, relative)
        elif not none and atol > 0:
            relative = 0.0
    else:
        relative = rtol.to(torch.float64).reshape(-1, 1) if isinstance(rtol, torch.Tensor) else rtol
    limit = relative * top
    if isinstance(absolute, torch.Tensor):
        return torch.maximum(limit, absolute.expand(list(limit.shape)))
    return torch.clamp(limit, min=float(absolute))


def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None):
    _float("matrix_rank", A)
    with torch.no_grad():
        _, S, _ = _singular(_mirrored(_batch(A), "L") if hermitian else _batch(A))
        limit = _limit(A, S, atol if tol is None else tol, rtol if tol is None else 0.0)
        return (S > limit).sum(1).reshape(list(A.shape)[:-2])


def lstsq(A, B, rcond=None, *, driver=None):
    _float("lstsq", A)
    if _vector_like(A, B):
        solution, residuals, rank, values = lstsq(A, B.unsqueeze(-1), rcond, driver=driver)
        return _tine.result("linalg_lstsq", solution.squeeze(-1), residuals, rank, values)
    m, n = A.size(-2), A.size(-1)
    solution = pinv(A, rcond) @ B
    rank = torch.empty(0, dtype=torch.int64) if driver == "gels" else matrix_rank(A, rtol=rcond)
    residuals = torch.empty(0, dtype=A.dtype)
    if m > n and driver is not None and driver != "gelsy":
        with torch.no_grad():
            apart = A @ solution - B
            squares = (apart * apart).sum(-2)
        if driver == "gels" or A.dim() > 2 or rank == n:
            residuals = squares
        # PyTorch then gives none, of one dimension.
        if driver != "gels" and A.dim() > 2 and not bool((rank == n).all()):
            raise RuntimeError("linalg.lstsq: the residuals of a batch with matrices of less than full rank are not "
                               "supported; use driver='gelsy'")
    values = torch.empty(0, dtype=A.dtype)
    if driver == "gelsd" or driver == "gelss":
        values = svdvals(A.detach())
    return _tine.result("linalg_lstsq", solution, residuals, rank, values)


def _signed(*values):
    _tine.unsupported("the signs of eigenvectors and singular vectors depend on the steps of LAPACK, which are not "
                      "followed; use eigvalsh, svdvals, pinv, matrix_rank or lstsq")


def eigh(A, UPLO="L"):
    _signed(A)


def svd(A, full_matrices=True, *, driver=None):
    _signed(A)


def _complex(*values):
    _tine.unsupported("complex numbers are not supported; of symmetric matrices use eigvalsh")


def eig(A):
    _complex(A)


def eigvals(A):
    _complex(A)


#
# Norms
#


def rough_norm(x, p, dim, keepdim):
    """The norm for p < 1, whose slope at 0 counts as 0."""
    zero = x == 0
    powers = torch.where(zero, 0.0, torch.pow(torch.where(zero, 1.0, torch.abs(x)), p))
    total = powers.sum(list(range(x.dim())) if dim is None else dim, keepdim)
    none = total == 0
    return torch.where(none, 0.0, torch.pow(torch.where(none, 1.0, total), 1.0 / p))


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    if dtype is not None:
        x = x.to(dtype)
    if not x.is_floating_point():
        raise RuntimeError("linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
                           + _name_of(x.dtype))
    if dim is None:
        result = torch.norm(x.reshape(-1), ord, 0)
        return result.reshape([1] * x.dim()) if keepdim else result
    if x.dim() == 0:
        return torch.norm(x.reshape(1), ord, 0)
    return torch.norm(x, ord, dim, keepdim)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    if dtype is not None:
        A = A.to(dtype)
    _float("matrix_norm", A)
    rows, columns = [d if d >= 0 else d + A.dim() for d in dim]
    if rows == columns:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({dim[0]}, {dim[1]})")
    if ord == "fro":
        return torch.norm(A, 2, [rows, columns], keepdim)
    if ord == "nuc" or ord == 2 or ord == -2:
        moved = torch.movedim(A, (rows, columns), (-2, -1))
        values = svdvals(moved)
        if ord == "nuc":
            result = values.sum(-1)
        else:
            result = values.amax(-1) if ord == 2 else values.amin(-1)
        if keepdim:
            result = result.unsqueeze(min(rows, columns)).unsqueeze(max(rows, columns))
        return result
    if isinstance(ord, str) or abs(ord) not in (1, math.inf):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    summed, other = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = torch.abs(A).sum(summed, keepdim=True)
    result = sums.amax(other, True) if ord > 0 else sums.amin(other, True)
    if keepdim:
        return result
    return result.squeeze(max(rows, columns)).squeeze(min(rows, columns))


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    if isinstance(dim, (list, tuple)) and len(dim) == 1:
        dim = dim[0]
    if ord is None:
        return vector_norm(A, 2, dim, keepdim, dtype=dtype)
    if isinstance(ord, str):
        if dim is None:
            dim = (-2, -1)
        return matrix_norm(A, ord, dim, keepdim, dtype=dtype)
    if dim is None:
        if A.dim() > 2:
            raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got "
                               f"{A.dim()}D.")
        if A.dim() == 2:
            return matrix_norm(A, ord, (0, 1), keepdim, dtype=dtype)
        return vector_norm(A, ord, 0, keepdim, dtype=dtype)
    if isinstance(dim, (list, tuple)):
        return matrix_norm(A, ord, dim, keepdim, dtype=dtype)
    return vector_norm(A, ord, dim, keepdim, dtype=dtype)


def cond(A, p=None):
    _float("cond", A)
    if p is None or p == 2 or p == -2:
        values = svdvals(A)
        top, low = values.select(-1, 0), values.select(-1, values.size(-1) - 1)
        return low / top if p == -2 else top / low
    _square("cond", A)
    return matrix_norm(A, p) * matrix_norm(inv_ex(A)[0], p)


#
# Products and powers
#


def matrix_power(A, n):
    if not A.is_floating_point():
        _tine.unsupported("matrix_power of integers is not supported")
    _square("matrix_power", A)
    if n < 0:
        A = inv(A)
        n = -n
    if n == 0:
        return slopeless(torch.eye(A.size(-1), dtype=A.dtype).expand(list(A.shape)).clone(), A)
    if _tine.is_known(n):
        return A.clone() if n == 1 else _power(A, n)
    result = A.clone()
    for _ in range(n - 1):
        result = result @ A
    return result


def _power(A, n):
    if n == 1:
        return A
    rest = _power(A @ A, n // 2)
    return rest @ A if n % 2 == 1 else rest


# Bader, Blanes and Casas, Computing the Matrix Exponential with an Optimized Taylor Polynomial
# Approximation, 2019: up to which 1-norm the polynomials of degree 1, 2, 4, 8, 12 and 18 are as
# good as the type, and the numbers of those of degree 12 and 18. What is squared often loses
# digits, so that type and order are those of PyTorch's kernel.
_DEGREES_OF_FLOATS = (1.192092800768788e-07, 5.978858893805233e-04, 5.116619363445086e-02,
                      5.800524627688768e-01, 1.461661507209034e+00, 3.010066362817634e+00)
_DEGREES_OF_DOUBLES = (2.220446049250313e-16, 2.580956802971767e-08, 3.397168839976962e-04,
                       4.991228871115323e-02, 2.996158913811580e-01, 1.090863719290036e+00)
_TWELVE = ((9.0198e-16, 0.46932117595418237389, -0.20099424927047284052, -0.04623946134063071740),
           (5.31597895759871264183, 1.19926790417132231573, 0.01179296240992997031,
            0.01108844528519167989),
           (0.18188869982170434744, 0.05502798439925399070, 0.09351590770535414968,
            0.00610700528898058230),
           (-2.0861320e-13, -0.13181061013830184015, -0.02027855540589259079,
            -0.00675951846863086359))
_EIGHTEEN = ((0.0, -1.00365581030144618291e-01, -8.02924648241156932449e-03,
              -8.92138498045729985177e-04, 0.0),
             (0.0, 3.97849749499645077844e-01, 1.36783778460411720168e+00,
              4.98289622525382669416e-01, -6.37898194594723280150e-04),
             (-1.09676396052962061844e+01, 1.68015813878906206114e+00,
              5.71779846478865511061e-02, -6.98210122488052056106e-03,
              3.34975017086070470649e-05),
             (-9.04316832390810593223e-02, -6.76404519071381882256e-02,
              6.75961301770459654925e-02, 2.95552570429315521194e-02,
              -1.39180257516060693404e-05),
             (0.0, 0.0, -9.23364619367118555360e-02, -1.69364939002081722752e-02,
              -1.40086798182036094347e-05))


def _combined(matrices, numbers):
    total = torch.zeros_like(matrices[0])
    for matrix, number in zip(matrices, numbers):
        total = total + matrix * number
    return total


def _small_product(A, B):
    """Of batches; products of few numbers PyTorch rounds before it adds them."""
    n = A.size(-1)
    if not _tine.is_known(n) or n * n * n >= 400:
        return torch.matmul(A, B)
    total = torch.zeros_like(A)
    for k in range(n):
        total = total + A.narrow(-1, k, 1) * B.narrow(-2, k, 1)
    return total


def _polynomials(A):
    """Taylor's of degree 1, 2, 4, 8, 12 and 18."""
    one = torch.eye(A.size(-1), dtype=A.dtype).expand(list(A.shape))
    A2 = _small_product(A, A)
    powers = [one, A, A2]
    four = _small_product(A2, _combined(powers, (1 / 2, 1 / 6, 1 / 24)))
    root = math.sqrt(177)
    x3 = 2 / 3
    A4 = _small_product(A2, _combined([A, A2], (x3 * (1 + root) / 88, x3 * (1 + root) / 352)))
    A8 = _small_product(_combined([A2, A4], (x3, 1.0)), _combined(
        [one, A, A2, A4], ((-271 + 29 * root) / (315 * x3), (-11 + 11 * root) / (1260 * x3),
                           (-99 + 11 * root) / (5040 * x3), (89 - root) / (5040 * x3))))
    powers.append(_small_product(A, A2))
    twelve = [_combined(powers, numbers) for numbers in _TWELVE]
    A6 = twelve[2] + _small_product(twelve[3], twelve[3])
    powers.append(_small_product(powers[3], powers[3]))
    eighteen = [_combined(powers, numbers) for numbers in _EIGHTEEN]
    A9 = eighteen[3] + _small_product(eighteen[0], eighteen[4])
    return (one + A, one + A + A2 / 2, one + A + four,
            one + A + A2 * ((857 - 58 * root) / 630) + A8,
            twelve[0] + _small_product(twelve[1] + A6, A6),
            eighteen[1] + _small_product(eighteen[2] + A9, A9))


def _exponential(A):
    """The polynomial of a matrix divided by a power of two, squared as often."""
    limits = _DEGREES_OF_FLOATS if A.dtype == torch.float32 else _DEGREES_OF_DOUBLES
    size = torch.abs(A).sum(1).amax(1)
    times = torch.ceil(torch.log2(size / limits[5]))
    times = torch.where(torch.isfinite(size) & (times > 0), times, 0.0)
    choices = _polynomials(A / torch.pow(2.0, times).reshape(-1, 1, 1))
    total = choices[5]
    for k in (4, 3, 2, 1, 0):
        total = torch.where((size <= limits[k]).reshape(-1, 1, 1), choices[k], total)
    count = int(times.max().item()) if A.size(0) > 0 else 0
    for k in range(count):
        total = torch.where((times > k).reshape(-1, 1, 1), _small_product(total, total), total)
    return total


def matrix_exp(A):
    _square("matrix_exp", A)
    n = A.size(-1)
    with torch.no_grad():
        if _tine.is_known(n) and n == 1:
            output = torch.exp(A.detach())
        elif _tine.is_known(n) and n == 0:
            output = A.detach().clone()
        else:
            whole = A.detach().reshape([_count(list(A.shape)[:-2]), n, n])
            output = _exponential(whole).reshape(list(A.shape))

    def backward(grad):
        # Of a matrix of blocks it is a block.
        zero = torch.zeros_like(grad)
        whole = torch.cat([torch.cat([_t(A), grad], -1), torch.cat([zero, _t(A)], -1)], -2)
        return (matrix_exp(whole).narrow(-2, 0, n).narrow(-1, n, n),)

    return _own(output, (A,), backward) if A.requires_grad else output


def multi_dot(tensors):
    tensors = list(tensors)
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    first, last = tensors[0], tensors[-1]
    if first.dim() == 1:
        tensors[0] = first.unsqueeze(0)
    if last.dim() == 1:
        tensors[-1] = last.unsqueeze(1)
    result = _chain(tensors, 0, len(tensors) - 1)
    if first.dim() == 1 and last.dim() == 1:
        return result.reshape([])
    if first.dim() == 1:
        return result.squeeze(0)
    return result.squeeze(1) if last.dim() == 1 else result


def _cost(tensors, i, j):
    """The cheapest order of products from i to j, and the place of the last one."""
    best = 0
    place = i
    for k in range(i, j):
        own = (_cost(tensors, i, k)[0] + _cost(tensors, k + 1, j)[0]
               + tensors[i].size(0) * tensors[k].size(1) * tensors[j].size(1))
        if k == i or own < best:
            best = own
            place = k
    return best, place


def _chain(tensors, i, j):
    if i == j:
        return tensors[i]
    k = _cost(tensors, i, j)[1] if j - i > 1 else i
    return _chain(tensors, i, k) @ _chain(tensors, k + 1, j)


def cross(input, other, *, dim=-1):
    if input.dim() != other.dim():
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    if input.size(dim) != 3 or other.size(dim) != 3:
        raise RuntimeError(f"linalg.cross: inputs dimension {dim} must have length 3. Got {input.size(dim)} and "
                           f"{other.size(dim)}")
    return torch.cross(*torch.broadcast_tensors(input, other), dim)


def vander(x, *, N=None):
    x = x.reshape(1) if x.dim() == 0 else x
    count = x.size(-1) if N is None else N
    one = torch.ones_like(x) if x.is_floating_point() else torch.ones_like(x, dtype=torch.int64)
    powers = [one]
    for _ in range(count - 1):
        powers.append(powers[-1] * x)
    return torch.stack(powers, -1)


def vecdot(x, y, *, dim=-1):
    return (x * y).sum(dim)


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    return torch.diagonal(A, offset, dim1, dim2)


def matmul(input, other):
    return torch.matmul(input, other)


def tensorsolve(A, B, dims=None):
    if dims is not None:
        A = torch.movedim(A, list(dims), list(range(A.dim() - len(dims), A.dim())))
    rest = list(A.shape)[B.dim():]
    return solve(A.reshape(B.numel(), _count(rest)), B.reshape(-1)).reshape(rest)


def tensorinv(A, ind=2):
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    first, rest = list(A.shape)[:ind], list(A.shape)[ind:]
    return inv(A.reshape(_count(first), _count(rest))).reshape(rest + first)


#
# Under the names of torch
#


def triangular_solve(b, A, upper=True, transpose=False, unitriangular=False):
    matrix = _t(A) if transpose else A
    solution = solve_triangular(matrix, b, upper=upper != transpose, unitriangular=unitriangular)
    return _tine.result("triangular_solve", solution, A.clone())


def qr_of_torch(input, some=True):
    return _tine.result("qr", *qr(input, "reduced" if some else "complete"))


def svd_of_torch(input, some=True, compute_uv=True):
    _signed(input)


def slogdet_of_torch(input):
    return _tine.result("slogdet", *slogdet(input))


def cholesky_of_torch(input, upper=False):
    return cholesky(input, upper=upper)


def lu_of_torch(A, pivot=True, get_infos=False):
    LU, pivots, info = lu_factor_ex(A, pivot=pivot)
    return _tine.result("_lu_with_info", LU, pivots, info) if get_infos else (LU, pivots)


def lu_solve_of_torch(b, LU_data, LU_pivots):
    return lu_solve(LU_data, LU_pivots, b)


def pinverse(input, rcond=1e-15):
    return pinv(input, rcond)


def chain_matmul(*matrices):
    return multi_dot(list(matrices))


def nuclear_norm(input, dim=None, keepdim=False):
    if dim is None:
        dim = (0, 1)
    return matrix_norm(input, "nuc", dim, keepdim)

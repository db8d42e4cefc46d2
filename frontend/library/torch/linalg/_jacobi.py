# Singular and eigenvalues, by Jacobi's rotations, and what they give.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch.linalg._lu import _vector_like
from torch.linalg._matrices import _batch, _float, _like, _own, _square, _t


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


def _next_pair(p, q, n, sweeps, moved):
    """The pair behind p and q. Behind the last one all come again, until none was turned."""
    q += 1
    if q == n:
        p += 1
        q = p + 1
    if q == n:
        sweeps = sweeps + 1 if bool((moved > 1e-16).any()) else 30
        moved = torch.zeros_like(moved)
        p, q = 0, 1
    return p, q, sweeps, moved


def _rotate_columns(A):
    """A of [b, m, n] with m >= n as U * S, S, V, not sorted."""
    b, n = A.size(0), A.size(2)
    A = A.clone()
    V = torch.eye(n, dtype=A.dtype).expand(b, n, n).clone()
    moved = torch.zeros(b, dtype=A.dtype)
    p, q, sweeps = 0, 1, 0
    while sweeps < 30 and n > 1:
        x, y = A.select(2, p), A.select(2, q)
        alpha, beta = (x * x).sum(1), (y * y).sum(1)
        c, s, t = _turn((x * y).sum(1), alpha, beta, 1e-17 * torch.sqrt(alpha * beta))
        _mix(A, 2, p, q, c, s)
        _mix(V, 2, p, q, c, s)
        p, q, sweeps, moved = _next_pair(p, q, n, sweeps, torch.maximum(moved, t))
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
        p, q, sweeps, moved = _next_pair(p, q, n, sweeps, torch.maximum(moved, t))
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

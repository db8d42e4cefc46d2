# torch.linalg: norms, products, and the factorisations beside it.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch.linalg._cholesky import cholesky, cholesky_ex, cholesky_inverse, cholesky_solve
from torch.linalg._jacobi import (_signed, eig, eigh, eigvals, eigvalsh, lstsq, matrix_rank, pinv,
                                  svd, svdvals)
from torch.linalg._lu import (det, inv, inv_ex, logdet, lu, lu_factor, lu_factor_ex, lu_solve,
                              lu_unpack, slogdet, solve, solve_ex, solve_triangular)
from torch.linalg._matrices import _float, _name_of, _square, _t
from torch.linalg._powers import matrix_exp, matrix_power
from torch.linalg._qr import geqrf, householder_product, orgqr, ormqr, qr


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
# Products
#


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
    return solve(A.reshape(B.numel(), math.prod(rest)), B.reshape(-1)).reshape(rest)


def tensorinv(A, ind=2):
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    first, rest = list(A.shape)[:ind], list(A.shape)[ind:]
    return inv(A.reshape(math.prod(first), math.prod(rest))).reshape(rest + first)


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

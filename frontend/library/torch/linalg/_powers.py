# Powers and exponentials of matrices.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._math import slopeless
from torch.linalg._lu import inv
from torch.linalg._matrices import _own, _square, _t


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
            whole = A.detach().reshape([math.prod(list(A.shape)[:-2]), n, n])
            output = _exponential(whole).reshape(list(A.shape))

    def backward(grad):
        # Of a matrix of blocks it is a block.
        zero = torch.zeros_like(grad)
        whole = torch.cat([torch.cat([_t(A), grad], -1), torch.cat([zero, _t(A)], -1)], -2)
        return (matrix_exp(whole).narrow(-2, 0, n).narrow(-1, n, n),)

    return _own(output, (A,), backward) if A.requires_grad else output

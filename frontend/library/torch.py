# torch: functions that are made of the built-in ones. A name that is built in comes first.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch.amp import (autocast, get_autocast_cpu_dtype, get_autocast_dtype, get_autocast_gpu_dtype, is_autocast_available,
    is_autocast_cpu_enabled, is_autocast_enabled, set_autocast_dtype, set_autocast_enabled)
from torch._bessel import i0
from torch._copies import (alias_copy, as_strided_copy, broadcast_shapes, conj, conj_physical,
    diagonal_copy, expand_copy, fill, fill_, isreal, narrow_copy, permute_copy, real, resolve_conj,
    resolve_neg, select_copy, slice_copy, split_copy, split_with_sizes_copy, squeeze_copy, t_copy,
    transpose_copy, unbind_copy, unfold_copy, unsafe_chunk, unsafe_split,
    unsafe_split_with_sizes, unsqueeze_copy, view_copy, zero_)
from torch._gamma import digamma, igamma, igammac, lgamma, mvlgamma, polygamma
from torch._indexing import (argwhere, as_strided_scatter, put, bucketize, diagonal_scatter, index_add, index_copy,
    index_fill, index_put, index_put_, index_reduce, masked_scatter, masked_select, nonzero,
    scatter, scatter_add, scatter_reduce, searchsorted, select_scatter, slice_scatter, take,
    take_along_dim)
from torch._layers import (_weight_norm, alpha_dropout, bilinear, celu, celu_, channel_shuffle, cosine_similarity,
    dropout, embedding, feature_dropout, gelu,
    group_norm, gru_cell, hardshrink, layer_norm, lstm_cell, native_batch_norm, native_group_norm,
    native_layer_norm, norm_except_dim, pairwise_distance,
    pixel_shuffle, pixel_unshuffle, prelu, rms_norm, rnn_relu_cell, rnn_tanh_cell, rrelu, rrelu_, selu,
    selu_, threshold, threshold_)
from torch._math import (acosh, allclose, aminmax, asinh, atanh, bincount, copysign,
    count_nonzero, cumprod, deg2rad, dist, exp2, finfo, float_power, fmax,
    fmin, greater, greater_equal, heaviside, histc, histogram, histogramdd, hypot, iinfo,
    is_nonzero,
    is_same_size, isclose, isin, isneginf, isposinf, less, less_equal, logaddexp, logaddexp2, logcumsumexp, logit,
    logspace, logsumexp, nan_to_num, nanmean, nansum, not_equal, positive,
    promote_types, rad2deg, result_type, signbit, sinc, xlogy)
from torch._names import angle, can_cast, get_device, is_conj, is_neg, range
from torch._numbers import (constant_pad_nd, corrcoef, cov, cumulative_trapezoid, diff, frexp,
    gcd, gradient, lcm, ldexp, nextafter, nonzero_static, renorm, std_mean, trapezoid, trapz,
    unravel_index, var_mean)
from torch._products import (addbmm, addmv, addr, cdist, cross, einsum, inner, kron,
    pdist, tensordot, vdot)
from torch._random import Generator, multinomial, normal, randint_like
from torch._settings import (default_device_number as _device_number, are_deterministic_algorithms_enabled, get_deterministic_debug_mode,
    get_float32_matmul_precision, is_anomaly_check_nan_enabled, is_anomaly_enabled,
    is_deterministic_algorithms_warn_only_enabled, is_warn_always_enabled, set_anomaly_enabled,
    set_deterministic_debug_mode, set_float32_matmul_precision, set_warn_always, use_deterministic_algorithms)
from torch._special import erfc, erfinv
from torch._shapes import (adjoint, atleast_1d, atleast_2d, atleast_3d, block_diag,
    cartesian_prod, column_stack, combinations, diag, diag_embed, diagflat, dsplit, dstack, fliplr, flipud, from_numpy, frombuffer, hsplit, hstack,
    meshgrid, movedim, repeat_interleave, resize_as_, roll, rot90, tensor_split, trace,
    tril_indices, triu_indices, unflatten, vander, vsplit, vstack)
from torch._stored import load, save
from torch._sorting import (argsort, cummax, cummin, kthvalue, median, mode, msort, nanmedian,
    nanquantile, quantile, sort, topk,
    unique, unique_consecutive)
from torch.linalg import (chain_matmul, cholesky_inverse, cholesky_solve, det, geqrf, logdet, lu_unpack,
    matrix_exp, matrix_power, nuclear_norm, orgqr, ormqr, pinverse, triangular_solve)
from torch.linalg import inv as inverse
from torch.linalg import cholesky_of_torch as cholesky
from torch.linalg import lu_of_torch as lu
from torch.linalg import lu_solve_of_torch as lu_solve
from torch.linalg import qr_of_torch as qr
from torch.linalg import slogdet_of_torch as slogdet
from torch.linalg import svd_of_torch as svd
from torch.nn._convolution import (conv1d, conv2d, conv3d, conv_tbc, conv_transpose1d, conv_transpose2d,
    conv_transpose3d)
from torch.nn._pooling import (adaptive_avg_pool1d, adaptive_max_pool1d, avg_pool1d, max_pool1d,
    max_pool2d, max_pool3d)
from torch.nn._sampling import grid_sampler, grid_sampler_2d, grid_sampler_3d
from torch.random import initial_seed, seed
from torch.signal.windows import (bartlett_window, blackman_window, hamming_window, hann_window,
    kaiser_window)

arccosh = acosh
arcsinh = asinh
arctanh = atanh
moveaxis = movedim
row_stack = vstack


def _assert(condition, message):
    assert condition, message


def spmm(input, mat2):
    """Of a matrix that is not sparse."""
    return torch.mm(input, mat2)


def set_default_device(device):
    """Of tensors that are made without `device=`, from then on."""
    _tine.set_default_device(_device_number(device))


def get_default_device():
    number = _tine.default_device()
    if number == -1:
        return torch.device("cpu")
    return torch.device("cuda", _tine.cuda() if number == -2 else number)


def set_default_dtype(d):
    """Of floats that nothing else decides, from then on: float32 or float64, known at compile time."""
    if not isinstance(d, torch.dtype):
        raise TypeError("invalid dtype object: only floating-point types are supported as the default type")
    if not d.is_floating_point:
        raise TypeError("only floating-point types are supported as the default type")
    if d != torch.float32 and d != torch.float64:
        _tine.unsupported("the default dtype can be float32 or float64; give half floats where a tensor is made")
    _tine.set_default_dtype(d == torch.float64)


def set_default_tensor_type(t):
    """Sets the default dtype, by the type of a tensor of it."""
    if t == torch.DoubleTensor or t == "torch.DoubleTensor":
        set_default_dtype(torch.float64)
    elif t == torch.FloatTensor or t == "torch.FloatTensor":
        set_default_dtype(torch.float32)
    else:
        _tine.unsupported("the default type can be torch.FloatTensor or torch.DoubleTensor")


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None,
                     sci_mode=None):
    """Of what is printed from then on; all known at compile time."""
    if profile == "default":
        _tine.set_print_options(4, 1000, 3, 80, None)
    elif profile == "short":
        _tine.set_print_options(2, 1000, 2, 80, None)
    elif profile == "full":
        _tine.set_print_options(4, 2 ** 62, 3, 80, None)
    if isinstance(threshold, float):
        threshold = 2 ** 62 if threshold > 2 ** 62 else int(threshold)
    _tine.set_print_options(precision, threshold, edgeitems, linewidth,
                            -1 if sci_mode is None else 1 if sci_mode else 0)

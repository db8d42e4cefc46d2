# Products of vectors, matrices and tensors.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._math import slopeless


def _plus(input, product, beta, alpha):
    """beta * input, repeated to the product's shape, + alpha * product; of 0 times NaN it takes no
    notice."""
    input = input.expand(list(product.shape))
    if not product.is_floating_point():
        beta, alpha = int(beta), int(alpha)
    if alpha != 1:
        product = alpha * product
    if beta == 0:
        return _beside(input, product)
    return input + product if beta == 1 else beta * input + product


def _beside(input, product):
    """The product, whose derivative by the input is zero."""
    return _tine.kinked(input.to(product.dtype), product)


def addmv(input, mat, vec, beta=1, alpha=1):
    return _plus(input, torch.matmul(mat, vec), beta, alpha)


def addr(input, vec1, vec2, beta=1, alpha=1):
    product = torch.outer(vec1, vec2)
    return _plus(input, product, beta, alpha)


def addbmm(input, batch1, batch2, beta=1, alpha=1):
    return _plus(input, torch.matmul(batch1, batch2).sum(0), beta, alpha)


def inner(input, other):
    if input.dim() == 0 or other.dim() == 0:
        return input * other
    if other.dim() == 1:
        return torch.matmul(input, other)
    return tensordot(input, other, ([-1], [-1]))


def kron(input, other):
    rank = max(input.dim(), other.dim())
    left = [1] * (rank - input.dim()) + list(input.shape)
    right = [1] * (rank - other.dim()) + list(other.shape)
    wide = []
    tall = []
    joined = []
    for d in range(rank):
        wide = wide + [left[d], 1]
        tall = tall + [1, right[d]]
        joined.append(left[d] * right[d])
    return (input.reshape(wide) * other.reshape(tall)).reshape(joined)


def vdot(input, other):
    return torch.dot(input, other)


def cross(input, other, dim=-1):
    a = torch.unbind(input, dim)
    b = torch.unbind(other, dim)
    return torch.stack([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                        a[0] * b[1] - a[1] * b[0]], dim)


def _distance(apart, p):
    """Norms along the last dimension; where nothing is apart, PyTorch has no slope."""
    size = torch.abs(apart)
    if p == 0:
        return slopeless((apart != 0).to(apart.dtype).sum(-1), apart)
    if p == 1:
        return size.sum(-1)
    if p == math.inf:
        return size.amax(-1) if size.size(-1) > 0 else size.sum(-1)
    zero = (apart == 0).all(-1)
    if not size.requires_grad:
        total = (size * size).sum(-1) if p == 2 else torch.pow(size, p).sum(-1)
        return torch.sqrt(total) if p == 2 else torch.pow(total, 1.0 / p)
    safe = torch.where(zero.unsqueeze(-1), 1.0, size)
    if p < 1:
        safe = torch.where(safe == 0, 1.0, safe) * (safe != 0) + safe * (safe == 0)
    total = (safe * safe).sum(-1) if p == 2 else torch.pow(safe, p).sum(-1)
    return torch.where(zero, 0.0, torch.sqrt(total) if p == 2 else torch.pow(total, 1.0 / p))


def cdist(x1, x2, p=2.0, compute_mode="use_mm_for_euclid_dist_if_necessary"):
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    if x1.size(-1) != x2.size(-1):
        raise RuntimeError("X1 and X2 must have the same number of columns. "
                           f"X1: {x1.size(-1)} X2: {x2.size(-1)}")
    if p == 0:
        apart = x1.detach().unsqueeze(-2) - x2.detach().unsqueeze(-3)
        return slopeless(_distance(apart, p), x1, x2)
    result = _distance(x1.unsqueeze(-2) - x2.unsqueeze(-3), p)
    if p != 2 or compute_mode == "donot_use_mm_for_euclid_dist":
        return result
    if compute_mode == "use_mm_for_euclid_dist" or x1.size(-2) > 25 or x2.size(-2) > 25:
        return _as_by_product(result, x1.detach(), x2.detach())
    return result


def _as_by_product(result, x1, x2):
    """Of many rows PyTorch expands the squares, and infinite ones may cancel to NaN."""
    left = (x1 * x1).sum(-1, keepdim=True)
    right = (x2 * x2).sum(-1, keepdim=True)
    if bool(torch.isfinite(left).all()) and bool(torch.isfinite(right).all()):
        return result
    squares = torch.matmul(-2 * x1, x2.transpose(-1, -2)) + left + right.transpose(-1, -2)
    return torch.where(torch.isnan(squares), math.nan, result)


def pdist(input, p=2.0):
    if input.dim() != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.dim()}D")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    places = torch.nonzero(torch.ones(input.size(0), input.size(0)).triu(1))
    rows = torch.index_select(input, 0, places[:, 0])
    return _distance(rows - torch.index_select(input, 0, places[:, 1]), p)


def _together(a, b, pairs):
    """Both tensors with the sizes that the pairs of their dimensions give together: a size of 1 is
    repeated."""
    for i, j in pairs:
        x, y = a.size(i), b.size(j)
        if not _tine.is_known(x == y) or x != y:
            size = y if x == 1 else x
            a = a.expand([size if d == i else a.size(d) for d in range(a.dim())])
            b = b.expand([size if d == j else b.size(d) for d in range(b.dim())])
    return a, b


def tensordot(a, b, dims=2):
    if isinstance(dims, int):
        left = list(range(a.dim() - dims, a.dim()))
        right = list(range(dims))
    else:
        left = [d if d >= 0 else d + a.dim() for d in dims[0]]
        right = [d if d >= 0 else d + b.dim() for d in dims[1]]
    a, b = _together(a, b, zip(left, right))
    free_a = [d for d in range(a.dim()) if d not in left]
    free_b = [d for d in range(b.dim()) if d not in right]
    shared = _extent(a, left)
    product = torch.matmul(a.permute(free_a + left).reshape(_extent(a, free_a), shared),
                           b.permute(right + free_b).reshape(shared, _extent(b, free_b)))
    return product.reshape([a.size(d) for d in free_a] + [b.size(d) for d in free_b])


def _extent(tensor, dims):
    """How many elements these dimensions have together."""
    return math.prod([tensor.size(d) for d in dims])


def einsum(equation, *operands):
    """Two operands at a time, each pair as one batch of matrix products."""
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    text = equation.replace(" ", "")
    if "." in text:
        text = _spelled_out(text, operands)
    if "->" in text:
        inputs, result = text.split("->")
    else:
        inputs = text
        result = _single_letters(text)
    names = inputs.split(",")
    if len(names) != len(operands):
        raise ValueError("einsum(): the number of operands is not that of the equation")
    tensor, letters = _diagonals(operands[0], names[0], len(names) == 1)
    for i in range(1, len(names)):
        other, more = _diagonals(operands[i], names[i], False)
        later = result + "".join(names[i + 1:])
        tensor, letters = _contract(tensor, letters, other, more, later)
    # What is left and not wanted is summed.
    tensor, letters = _sum_away(tensor, letters, [c for c in letters if c not in result])
    return tensor.permute([letters.index(c) for c in result]) if letters else tensor


def _single_letters(text):
    """The letters that occur once, in alphabetical order."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    given = list(text)
    return "".join([c for c in letters if given.count(c) == 1])


def _spelled_out(text, operands):
    """The equation with letters of their own for the dimensions of an ellipsis."""
    spare = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in text]
    inputs = text
    result = None
    if "->" in text:
        inputs, result = text.split("->")
    most = 0
    names = []
    for name, operand in zip(inputs.split(","), operands):
        if "..." in name:
            own = operand.dim() - (len(name) - 3)
            most = max(most, own)
    for name, operand in zip(inputs.split(","), operands):
        if "..." in name:
            own = operand.dim() - (len(name) - 3)
            if own != most:
                raise NotImplementedError("einsum with an ellipsis of different lengths is not "
                                          "supported")
            name = name.replace("...", "".join(spare[:most]))
        names.append(name)
    joined = ",".join(names)
    if result is None:
        result = "..." + _single_letters(inputs)
    return joined + "->" + result.replace("...", "".join(spare[:most]))


def _diagonals(tensor, name, is_view):
    letters = list(name)
    if tensor.dim() != len(letters):
        raise ValueError("einsum(): the number of subscripts is not the number of dimensions")
    for c in list(name):
        if letters.count(c) > 1:
            first = letters.index(c)
            second = first + 1 + letters[first + 1:].index(c)
            if tensor.size(first) != tensor.size(second):
                raise RuntimeError(f"einsum(): subscript {c} is repeated for operand 0 but the sizes "
                                   f"don't match, {tensor.size(second)} != {tensor.size(first)}")
            tensor = (torch.diagonal if is_view else torch.diagonal_copy)(tensor, 0, first, second)
            letters = [letters[d] for d in range(len(letters)) if d != first and d != second] + [c]
    return tensor, letters


def _sum_away(tensor, letters, unwanted):
    for c in unwanted:
        tensor = tensor.sum(letters.index(c))
        letters = [x for x in letters if x != c]
    return tensor, letters


def _contract(a, left, b, right, later):
    a, left = _sum_away(a, left, [c for c in left if c not in right and c not in later])
    b, right = _sum_away(b, right, [c for c in right if c not in left and c not in later])
    a, b = _together(a, b, [(left.index(c), right.index(c)) for c in left if c in right])
    batch = [c for c in left if c in right and c in later]
    shared = [c for c in left if c in right and c not in later]
    only_left = [c for c in left if c not in right]
    only_right = [c for c in right if c not in left]

    def extent(tensor, letters, wanted):
        return _extent(tensor, [letters.index(c) for c in wanted])

    k = extent(a, left, shared)
    n = extent(a, left, batch)
    x = a.permute([left.index(c) for c in batch + only_left + shared]).reshape(n, extent(a, left, only_left), k)
    y = b.permute([right.index(c) for c in batch + shared + only_right]).reshape(n, k, extent(b, right, only_right))
    shape = ([a.size(left.index(c)) for c in batch + only_left]
             + [b.size(right.index(c)) for c in only_right])
    return torch.matmul(x, y).reshape(shape), batch + only_left + only_right

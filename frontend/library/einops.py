# einops: rearrange, reduce, repeat and their relatives, whose patterns are known at compile time.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch


def _groups(text):
    """The names of each dimension of one side of a pattern: 'a (b c) 1' is [[a], [b, c], []].

    An ellipsis is 'each' where it stands alone, and '…' inside of parentheses."""
    groups = []
    inside = None
    for token in text.replace("(", " ( ").replace(")", " ) ").replace("...", " … ").split():
        if token == "(":
            inside = []
        elif token == ")":
            groups = groups + [inside]
            inside = None
        elif inside is not None:
            inside = inside + ([] if token == "1" else [token])
        elif token == "…":
            groups = groups + [["each"]]
        else:
            groups = groups + [[] if token == "1" else [token]]
    return groups


def _names(groups):
    return [name for group in groups for name in group]


def _expand(groups, names):
    """The groups with names for the dimensions that an ellipsis stands for."""
    outer = []
    for group in groups:
        if group == ["each"]:
            outer = outer + [[name] for name in names]
        else:
            inner = []
            for name in group:
                inner = inner + (names if name == "…" else [name])
            outer = outer + [inner]
    return outer


def _take_apart(tensor, groups, lengths):
    """A view with a dimension for every name, and the sizes of the names."""
    if len(groups) != tensor.dim():
        raise ValueError("einops: the pattern has " + str(len(groups)) + " dimensions, the tensor " + str(tensor.dim()))
    sizes = {}
    shape = []
    for dim, group in enumerate(groups):
        size = tensor.shape[dim]
        open = [name for name in group if name not in lengths]
        if len(open) > 1:
            raise ValueError("einops: the sizes of " + ", ".join(open) + " are not given")
        given = math.prod([lengths[name] for name in group if name in lengths])
        if len(open) == 0 and size != given:
            raise ValueError("einops: a dimension of " + str(size) + " is not " + str(given))
        if len(open) == 1 and size % given != 0:
            raise ValueError("einops: a dimension of " + str(size) + " has no " + str(given) + " parts")
        for name in group:
            sizes[name] = lengths[name] if name in lengths else size // given
            shape = shape + [sizes[name]]
    if len(shape) != tensor.dim() or any([len(group) != 1 for group in groups]):
        tensor = tensor.reshape(shape)
    return tensor, sizes


def _order(tensor, names, wanted):
    if names != wanted:
        tensor = tensor.permute([names.index(name) for name in wanted])
    return tensor


def _put_together(tensor, groups, sizes):
    if all([len(group) == 1 for group in groups]):
        return tensor
    return tensor.reshape([math.prod([sizes[name] for name in group]) for group in groups])


def _sides(pattern, dims):
    left, right = pattern.split("->")
    source = _groups(left)
    count = dims - len(source) + 1
    rest = ["…" + str(i) for i in range(count)] if ["each"] in source else []
    return _expand(source, rest), _expand(_groups(right), rest)


def _stacked(tensor):
    return torch.stack(tensor) if isinstance(tensor, list) else tensor


def rearrange(tensor, pattern, **axes_lengths):
    tensor = _stacked(tensor)
    source, target = _sides(pattern, tensor.dim())
    before = _names(source)
    after = _names(target)
    if sorted(before) != sorted(after):
        raise ValueError("einops: both sides of '" + pattern + "' must have the same names")
    tensor, sizes = _take_apart(tensor, source, axes_lengths)
    return _put_together(_order(tensor, before, after), target, sizes)


def repeat(tensor, pattern, **axes_lengths):
    tensor = _stacked(tensor)
    source, target = _sides(pattern, tensor.dim())
    before = _names(source)
    after = _names(target)
    tensor, sizes = _take_apart(tensor, source, axes_lengths)
    # New names, which may be numbers, are dimensions of size 1 that are expanded.
    added = ["+" + str(i) if name not in before else name for i, name in enumerate(after)]
    fresh = [name for name in added if name not in before]
    tensor = _order(tensor, before, [name for name in after if name in before])
    for i, name in enumerate(added):
        if name in fresh:
            tensor = tensor.unsqueeze(i)
            sizes[name] = int(after[i]) if after[i].isdigit() else axes_lengths[after[i]]
    if len(fresh) > 0:
        tensor = tensor.expand([sizes[name] for name in added])
    groups = []
    first = 0
    for group in target:
        groups = groups + [added[first:first + len(group)]]
        first = first + len(group)
    return _put_together(tensor, groups, sizes)


def reduce(tensor, pattern, reduction, **axes_lengths):
    tensor = _stacked(tensor)
    source, target = _sides(pattern, tensor.dim())
    before = _names(source)
    after = _names(target)
    tensor, sizes = _take_apart(tensor, source, axes_lengths)
    gone = [i for i, name in enumerate(before) if name not in after]
    if len(gone) > 0:
        if reduction == "mean":
            tensor = tensor.mean(gone)
        elif reduction == "sum":
            tensor = tensor.sum(gone)
        elif reduction == "max":
            tensor = tensor.amax(gone)
        elif reduction == "min":
            tensor = tensor.amin(gone)
        elif reduction == "prod":
            for dim in gone[::-1]:
                tensor = tensor.prod(dim)
        elif reduction == "any":
            for dim in gone[::-1]:
                tensor = tensor.any(dim)
        elif reduction == "all":
            for dim in gone[::-1]:
                tensor = tensor.all(dim)
        elif not isinstance(reduction, str):
            tensor = reduction(tensor, tuple(gone))
        else:
            raise NotImplementedError("Unknown reduction type " + str(reduction))
    return _put_together(_order(tensor, [name for name in before if name in after], after), target, sizes)


def einsum(*args):
    """Names of several letters become letters."""
    operands = args[:-1]
    pattern = args[-1]
    names = []
    for name in pattern.replace("->", " ").replace(",", " ").replace("...", " ").split():
        if name not in names:
            names = names + [name]
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    sides = []
    for side in pattern.split("->"):
        terms = []
        for term in side.split(","):
            words = term.replace("...", " ... ").split()
            terms = terms + ["".join([word if word == "..." else letters[names.index(word)] for word in words])]
        sides = sides + [",".join(terms)]
    return torch.einsum("->".join(sides), *operands)


def pack(tensors, pattern):
    axes = pattern.split()
    at = axes.index("*")
    behind = len(axes) - at - 1
    shapes = []
    flat = []
    for tensor in tensors:
        end = tensor.dim() - behind
        shape = tensor.shape[at:end]
        shapes = shapes + [shape]
        flat = flat + [tensor.reshape(list(tensor.shape[:at]) + [math.prod(shape)] + list(tensor.shape[end:]))]
    return torch.cat(flat, at), shapes


def unpack(tensor, packed_shapes, pattern):
    axes = pattern.split()
    at = axes.index("*")
    if len(axes) != tensor.dim():
        raise ValueError("einops: the pattern has " + str(len(axes)) + " dimensions, the tensor " + str(tensor.dim()))
    # One size may be -1, as in a reshape.
    counts = [math.prod(shape) for shape in packed_shapes]
    open = [i for i, shape in enumerate(packed_shapes) if -1 in list(shape)]
    if len(open) > 1:
        raise ValueError("einops: only one of the shapes may have a -1")
    if len(open) == 1:
        rest = tensor.shape[at] - sum([count for i, count in enumerate(counts) if i != open[0]])
        counts = [rest if i == open[0] else count for i, count in enumerate(counts)]
    before = list(tensor.shape[:at])
    after = list(tensor.shape[at + 1:])
    return [part.reshape(before + list(shape) + after) for part, shape in zip(torch.split(tensor, counts, at), packed_shapes)]


def parse_shape(tensor, pattern):
    return {group[0]: tensor.shape[i] for i, group in enumerate(_groups(pattern)) if len(group) > 0 and group[0] != "_"}

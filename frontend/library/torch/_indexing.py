# Reading and writing elements at places that tensors give.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch


#
# Masks
#


def nonzero(input, as_tuple=False):
    """The places of elements that are not 0: [count, rank], or a tuple of vectors."""
    if input.dim() == 0 and as_tuple:
        input = input.reshape(1)
    flat = _tine.true_places(input.reshape(-1) != 0)
    if input.dim() == 0:
        return flat.reshape(flat.size(0), 1).narrow(1, 0, 0)
    parts = []
    shape = list(input.shape)
    for d in reversed(range(input.dim())):
        parts = [flat if d == 0 else flat % shape[d]] + parts
        if d > 0:
            flat = flat // shape[d]
    if as_tuple:
        return tuple(parts)
    return torch.stack(parts, 1)


def argwhere(input):
    return nonzero(input)


def masked_select(input, mask):
    both = torch.broadcast_tensors(input, mask)
    places = _tine.true_places(both[1].reshape(-1))
    return torch.index_select(both[0].reshape(-1), 0, places)


def masked_scatter(input, mask, source):
    input, mask = torch.broadcast_tensors(input, mask)
    places = _tine.true_places(mask.reshape(-1))
    if source.numel() < places.size(0):
        raise RuntimeError("Number of elements of source < number of ones in mask")
    taken = source.reshape(-1).narrow(0, 0, places.size(0))
    rows = _tine.scatter(input.reshape(-1, 1), places, taken.unsqueeze(1))
    return rows.reshape(list(input.shape))


#
# x[i, j]
#


def _check_index(index, low, size, dim, kind="IndexError"):
    """Raises an error unless every index lies in [low, size)."""
    if index.numel() == 0:
        return
    inside = (index >= low) & (index < size)
    if not bool(inside.all()):
        bad = index[~inside][0].item()
        text = f"index {bad} is out of bounds for dimension {dim} with size {size}"
        if kind == "RuntimeError":
            raise RuntimeError(text)
        if kind == "elements":
            raise IndexError(f"out of range: tried to access index {bad} on a tensor of {size} elements.")
        if size == 0:
            raise IndexError("index is out of bounds for dimension with size 0")
        raise IndexError(text)


def _linear_places(input, dims, indices):
    """Places in the dimensions `dims` of input, made one; the indices are broadcast."""
    places = None
    for d, index in zip(dims, indices):
        size = input.size(d)
        index = index.to(torch.int64)
        _check_index(index, -size, size, d)
        index = torch.where(index < 0, index + size, index)
        places = index if places is None else places * size + index
    return places


def _adjacent(dims):
    return dims[-1] - dims[0] == len(dims) - 1


def select_by_tensors(input, dims, indices):
    """input indexed by tensors in the dimensions `dims`. The dimensions of the indices
    come first, or, where `dims` follow one another, in their place."""
    places = _linear_places(input, dims, indices)
    others = [d for d in range(input.dim()) if d not in dims]
    rest = [input.size(d) for d in others]
    count = math.prod([input.size(d) for d in dims])
    rows = input.permute(list(dims) + others).reshape([count, math.prod(rest)])
    result = torch.index_select(rows, 0, places.reshape(-1))
    result = result.reshape(list(places.shape) + rest)
    lead = dims[0]
    own = places.dim()
    if _adjacent(dims) and lead > 0:
        order = list(range(own, own + lead)) + list(range(own))
        result = result.permute(order + list(range(own + lead, result.dim())))
    return result


def store_by_tensors(input, dims, indices, values, accumulate=False):
    """Writes or adds values to select_by_tensors(input, dims, indices), in place; of
    several values for one place the last one stays."""
    places = _linear_places(input, dims, indices)
    others = [d for d in range(input.dim()) if d not in dims]
    rest = [input.size(d) for d in others]
    lead = dims[0] if _adjacent(dims) else 0
    own = places.dim()
    shape = rest[:lead] + list(places.shape) + rest[lead:]
    if not isinstance(values, torch.Tensor):
        values = torch.full([], values, dtype=input.dtype, device=input.device)
    if values.dim() > len(shape):
        # Leading dimensions of size 1 do not count.
        values = values.reshape(list(values.shape)[values.dim() - len(shape):])
    if values.dim() == 1 and len(shape) == 1 and values.size(0) != 1 and values.size(0) != shape[0]:
        raise RuntimeError(f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to "
                           f"indexing result of shape {list(shape)}")
    values = values.to(input.dtype).expand(shape)
    if lead > 0:
        order = list(range(lead, lead + own)) + list(range(lead))
        values = values.permute(order + list(range(lead + own, len(shape))))
    order = list(dims) + others
    target = input.permute(order)
    columns = math.prod(rest)
    rows = target.reshape([math.prod([input.size(d) for d in dims]), columns])
    rows = _tine.scatter(rows, places.reshape(-1), values.reshape([places.numel(), columns]),
                         "add" if accumulate else "write")
    target.copy_(rows.reshape([input.size(d) for d in order]))
    return input


def index_put_(input, indices, values, accumulate=False):
    dims = []
    tensors = []
    d = 0
    for index in indices:
        if index is None:
            d += 1
        elif index.dtype == torch.bool:
            if index.dim() != 1:
                parts = nonzero(index, True)
                for part in parts:
                    dims.append(d)
                    tensors.append(part)
                    d += 1
            else:
                dims.append(d)
                tensors.append(_tine.true_places(index))
                d += 1
        else:
            dims.append(d)
            tensors.append(index)
            d += 1
    return store_by_tensors(input, dims, tensors, values, accumulate)


def index_put(input, indices, values, accumulate=False):
    return index_put_(input.clone(), indices, values, accumulate)


def take(input, index):
    flat = input.reshape(-1)
    if flat.size(0) == 0 and index.numel() > 0:
        raise IndexError("take(): tried to take from an empty tensor")
    _check_index(index, -flat.size(0), flat.size(0), 0, "elements")
    return _tine.index_select(flat, 0, index.reshape(-1)).reshape(list(index.shape))


def put_(input, index, source, accumulate=False):
    count = input.numel()
    if source.numel() != index.numel():
        raise IndexError("put_(): Expected source and index to have the same number of elements, but got "
                         f"source.numel() = {source.numel()}, index.numel() = {index.numel()}")
    _check_index(index, -count, count, 0, "elements")
    index = torch.where(index < 0, index + count, index).reshape(-1)
    rows = _tine.scatter(input.reshape(-1, 1), index, source.reshape(-1, 1),
                         "add" if accumulate else "write")
    return input.copy_(rows.reshape(list(input.shape)))


def take_along_dim(input, indices, dim=None):
    if dim is None:
        return take(input, indices.reshape(-1))
    if input.dim() != indices.dim():
        raise RuntimeError("torch.take_along_dim(): input and indices should have the same number of "
                           f"dimensions, but got {input.dim()} dimensions for input, and "
                           f"{indices.dim()} dimensions for indices")
    # The other dimensions are broadcast.
    ours, theirs = list(input.shape), list(indices.shape)
    for i in range(input.dim()):
        if i == (dim if dim >= 0 else dim + input.dim()):
            continue
        if ours[i] == 1:
            ours[i] = theirs[i]
        elif theirs[i] == 1:
            theirs[i] = ours[i]
        elif ours[i] != theirs[i]:
            raise RuntimeError(f"The size of tensor a ({ours[i]}) must match the size of tensor b "
                               f"({theirs[i]}) at non-singleton dimension {i}")
    return torch.gather(input.expand(ours), dim, indices.expand(theirs))


#
# scatter
#


def _check_scatter(input, dim, index, src):
    """The index is no larger than what it writes to and, in all dimensions, what it reads."""
    if index.numel() == 0:
        return
    for d in range(input.dim()):
        if (d != dim and index.size(d) > input.size(d)) or (src is not None and index.size(d) > src.size(d)):
            text = f"Expected index {list(index.shape)} to be no larger than self {list(input.shape)} apart from dimension {dim}"
            if src is not None:
                text = text + f" and to be no larger size than src {list(src.shape)}"
            raise RuntimeError(text)


def _element_places(input, dim, index):
    """The places in input, made a vector, that index names along dim."""
    _check_index(index, 0, input.size(dim), dim, "RuntimeError")
    places = None
    stride = 1
    for d in reversed(range(input.dim())):
        if d == dim:
            at = index
        else:
            shape = [1] * input.dim()
            shape[d] = index.size(d)
            at = torch.arange(index.size(d), device=input.device).reshape(shape)
        at = at * stride
        places = at if places is None else places + at
        stride = stride * input.size(d)
    return places.reshape(-1)


def _scatter(input, dim, index, src, how, seen=None):
    """A copy of input with src (a tensor or number) at index, which may be smaller than
    both in every dimension."""
    if input.dim() == 0:
        source = src.reshape(1) if isinstance(src, torch.Tensor) else src
        return _scatter(input.reshape(1), 0, index.reshape(1), source, how).reshape([])
    if dim < 0:
        dim = dim + input.dim()
    _check_scatter(input, dim, index, src if isinstance(src, torch.Tensor) else None)
    if isinstance(src, torch.Tensor):
        if src.dtype != input.dtype:
            raise RuntimeError("scatter(): Expected self.dtype to be equal to src.dtype")
        for d in range(index.dim()):
            if not _tine.is_known(src.size(d) == index.size(d)) or src.size(d) != index.size(d):
                src = src.narrow(d, 0, index.size(d))
    else:
        src = torch.full(list(index.shape), src, dtype=input.dtype, device=input.device)
    rows = _scattered(input.reshape(-1, 1), _element_places(input, dim, index),
                      src.reshape(-1, 1), how, None if seen is None else seen.detach().reshape(-1, 1))
    return rows.reshape(list(input.shape))


def scatter(input, dim, index, src=None, value=None, reduce=None):
    return _scatter(input, dim, index, value if src is None else src,
                    "write" if reduce is None else reduce)


def scatter_add(input, dim, index, src):
    return _scatter(input, dim, index, src, "add")


def scatter_reduce(input, dim, index, src, reduce, include_self=True):
    names = {"sum": "add", "mean": "add", "prod": "multiply", "amax": "maximum", "amin": "minimum"}
    if reduce not in names:
        raise RuntimeError("reduce argument must be either sum, prod, mean, amax or amin")
    base = input
    if not include_self:
        base = _scatter(input, dim, index, _start_of(names[reduce], input), "write")
    result = _scatter(base, dim, index, src, names[reduce], input)
    if reduce == "mean":
        count = torch.ones_like(input) if include_self else _scatter(torch.ones_like(input), dim, index, 0, "write")
        count = _scatter(count, dim, index, torch.ones_like(src), "add")
        return _divided(result, torch.where(count == 0, 1, count))
    return result


def _divided(total, count):
    """A mean; that of integers is one."""
    return total / count if total.is_floating_point() else torch.div(total, count, rounding_mode="floor")


def _reduced(rows, places, values, how, seen=None):
    """_tine.scatter of products and extremes, with their derivative. What stood in `rows`, `seen`, has a
    share in the gradient of an extreme even where it does not count."""
    seen = rows if seen is None else seen
    with torch.no_grad():
        output = _tine.scatter(rows.detach(), places, values.detach(), how)

    def product(grad):
        # Where there is one zero, the product of the others.
        zero = rows == 0
        others = torch.where(zero, 1.0, rows)
        result = _tine.scatter(others, places, values, how)
        for_rows = grad * result / others
        zero = values == 0
        zeros = _tine.scatter(torch.zeros_like(rows), places, zero.to(rows.dtype), "add")
        single = zero & (torch.index_select(zeros, 0, places) == 1)
        others = torch.where(single, 1.0, values)
        result = _tine.scatter(rows, places, others, how)
        whole = torch.index_select(grad * output, 0, places) / torch.where(zero, 1.0, values)
        return for_rows, torch.where(single, torch.index_select(grad * result, 0, places), whole)

    def extreme(grad):
        # Shared by all that are equal.
        of_rows = (seen == output).to(rows.dtype)
        of_values = (values == torch.index_select(output, 0, places)).to(rows.dtype)
        share = grad / _tine.scatter(of_rows, places, of_values, "add")
        return of_rows * share, of_values * torch.index_select(share, 0, places)

    if not rows.is_floating_point():
        return output
    return _tine.with_derivative((output,), (rows, values),
                                 product if how == "multiply" else extreme)[0]


def _scattered(rows, places, values, how, seen=None):
    if how == "write" or how == "add":
        return _tine.scatter(rows, places, values, how)
    return _reduced(rows, places, values, how, seen)


def _start_of(how, input):
    """What a product or an extreme begins with."""
    if how == "add":
        return 0
    if how == "multiply":
        return 1
    least = how == "maximum"
    if input.is_floating_point():
        return -math.inf if least else math.inf
    if input.dtype == torch.bool:
        return not least
    limits = torch.iinfo(input.dtype)
    return limits.min if least else limits.max


def _scatter_rows(name, input, dim, index, source, how):
    """Rows of source to the rows of dim that a vector names."""
    if input.dim() == 0:
        return _scatter_rows(name, input.reshape(1), 0, index, source.reshape(1), how).reshape([])
    index = index.reshape(-1).to(torch.int64)
    if dim < 0:
        dim = dim + input.dim()
    if source.dim() != input.dim():
        source = source.reshape([1] * (input.dim() - source.dim()) + list(source.shape))
    if source.size(dim) != index.size(0):
        raise RuntimeError(f"{name}: Number of indices ({index.size(0)}) should be equal to "
                         f"source.size(dim): ({source.size(dim)}), for dim: {dim}")
    for d in range(input.dim()):
        if d != dim and source.size(d) != input.size(d):
            raise RuntimeError("source tensor shape must match self tensor shape, excluding the specified "
                               f"dimension. Got self.shape = {list(input.shape)} source.shape = {list(source.shape)}")
    moved = input.movedim(dim, 0)
    columns = math.prod(list(moved.shape)[1:])
    rows = source.movedim(dim, 0).reshape(index.size(0), columns)
    result = _scattered(moved.reshape(moved.size(0), columns), index, rows, how)
    return result.reshape(list(moved.shape)).movedim(0, dim)


def index_add(input, dim, index, source, alpha=1):
    if alpha != 1:
        source = source * alpha
    return _scatter_rows("index_add_()", input, dim, index, source, "add")


def index_copy(input, dim, index, source):
    return _scatter_rows("index_copy_()", input, dim, index, source, "write")


def index_reduce(input, dim, index, source, reduce, *, include_self=True):
    names = {"mean": "add", "prod": "multiply", "amax": "maximum", "amin": "minimum"}
    if reduce not in names:
        raise RuntimeError("reduce argument must be either prod, mean, amax or amin")
    how = names[reduce]
    base = input
    if not include_self:
        start = torch.full_like(source, _start_of(how, input))
        base = _scatter_rows("index_reduce_()", input, dim, index, start, "write")
    result = _scatter_rows("index_reduce_()", base, dim, index, source, how)
    if reduce == "mean":
        count = torch.ones_like(input)
        if not include_self:
            count = _scatter_rows("index_reduce_()", count, dim, index, torch.zeros_like(source), "write")
        count = _scatter_rows("index_reduce_()", count, dim, index, torch.ones_like(source), "add")
        return _divided(result, torch.where(count == 0, 1, count))
    return result


def index_fill(input, dim, index, value):
    shape = list(input.shape)
    if input.dim() > 0:
        shape[dim] = index.numel()
    if isinstance(value, torch.Tensor):
        if value.dim() != 0:
            raise RuntimeError("index_fill_ only supports a 0-dimensional value tensor, but got tensor with "
                               f"{value.dim()} dimension(s).")
        rows = value.to(input.dtype).expand(shape)
    else:
        rows = torch.full(shape, value, dtype=input.dtype, device=input.device)
    size = input.size(dim) if input.dim() > 0 else 1
    index = torch.where(index < 0, index + size, index)
    return _scatter_rows("index_fill_()", input, dim, index, rows, "write")


def put(input, index, source, accumulate=False):
    return put_(input.clone(), index, source, accumulate)


def as_strided_scatter(input, src, size, stride, storage_offset=None):
    offset = 0 if storage_offset is None else storage_offset
    if not input.is_contiguous():
        _tine.unsupported("as_strided_scatter takes contiguous tensors only")
    if input.requires_grad or src.requires_grad:
        with torch.no_grad():
            output = as_strided_scatter(input.detach(), src.detach(), size, stride, offset)
            places = torch.as_strided(torch.arange(input.numel()), size, stride, offset).reshape(-1)

        def backward(grad):
            # PyTorch's gradient by input is that of what is overwritten, not of the rest.
            part = torch.index_select(grad.reshape(-1), 0, places)
            whole = _tine.scatter(torch.zeros(input.numel(), 1, dtype=grad.dtype), places, part.reshape(-1, 1),
                                  "write")
            return whole.reshape(list(input.shape)), part.reshape(list(src.shape))

        return _tine.with_derivative((output,), (input, src), backward)[0]
    output = input.clone()
    torch.as_strided(output, size, stride, offset).copy_(src)
    return output


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    output = input.clone()
    size = input.size(dim)
    first = 0 if start is None else start
    last = size if end is None else end
    output.movedim(dim, 0)[first:last:step].copy_(src.movedim(dim, 0))
    return output


def select_scatter(input, src, dim, index):
    output = input.clone()
    output.select(dim, index).copy_(src)
    return output


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    output = input.clone()
    output.diagonal(offset, dim1, dim2).copy_(src)
    return output


#
# Places in sorted sequences
#


def searchsorted(sorted_sequence, input, *, out_int32=False, right=False, side=None, sorter=None):
    if sorter is not None:
        sorted_sequence = torch.gather(sorted_sequence, -1, sorter)
    if side is not None:
        if side != "left" and side != "right":
            raise RuntimeError("torch.searchsorted(): side can only be 'left' or 'right' but got " + side)
        if side == "left" and right:
            raise RuntimeError("torch.searchsorted(): side and right can't be set to opposites, got side of "
                               "left while right was True")
        right = side == "right"
    number = not isinstance(input, torch.Tensor)
    points = torch.tensor(input) if number else input
    if sorted_sequence.dim() == 1:
        places = _search(sorted_sequence, points, right)
    else:
        if list(sorted_sequence.shape)[:-1] != list(points.shape)[:-1]:
            raise RuntimeError("torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
                               "dimensions of boundaries tensor and input value tensor must match, but we got "
                               f"boundaries tensor {list(sorted_sequence.shape)} and input value tensor "
                               f"{list(points.shape)}")
        row = sorted_sequence.unsqueeze(-2)
        behind = row > points.unsqueeze(-1) if right else row >= points.unsqueeze(-1)
        if row.is_floating_point():
            # NaN stands behind all numbers, and is looked for there.
            behind = behind | (torch.isnan(row) & torch.logical_not(torch.isnan(points.unsqueeze(-1))))
        places = torch.logical_not(behind).sum(-1)
    return places.to(torch.int32) if out_int32 else places


def _search(sequence, points, right):
    """Halves the interval of every point until it is empty."""
    low = torch.zeros_like(points, dtype=torch.int64)
    high = low + sequence.size(0)
    size = sequence.size(0)
    while size > 0:
        middle = (low + high) // 2
        element = torch.index_select(sequence, 0, torch.clamp(middle, max=sequence.size(0) - 1).reshape(-1))
        element = element.reshape(list(points.shape))
        # NaN stands behind all numbers.
        below = element > points if right else element >= points
        above = torch.logical_and(torch.logical_not(below), low < high)
        high = torch.where(above, high, middle)
        low = torch.where(above, middle + 1, low)
        size = size // 2
    return low


def bucketize(input, boundaries, out_int32=False, right=False):
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)

# Functions that move elements without computing with them.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _bytes
import _tine
import torch


def _axis(dim, rank):
    return dim if dim >= 0 else dim + rank


def split(input, size, dim):
    """A list of parts of a dimension whose size only the run knows."""
    total = input.size(dim)
    if size < 0:
        raise RuntimeError("split expects split_size be non-negative, but got "
                           f"split_size={size}")
    if size == 0 and total != 0:
        raise RuntimeError("split_size can only be 0 if dimension size is 0, "
                           f"but got dimension size of {total}")
    parts = []
    for start in range(0, max(total, 1), max(size, 1)):
        parts.append(input.narrow(dim, start, min(size, total - start)))
    return parts


def split_sizes(input, sizes, dim):
    total = 0
    for size in sizes:
        if size < 0:
            raise RuntimeError("split_with_sizes expects split_sizes have only non-negative entries, but got "
                               f"split_sizes={list(sizes)}")
        total += size
    if total != input.size(dim):
        raise RuntimeError("split_with_sizes expects split_sizes to sum exactly to "
                           f"{input.size(dim)} (input tensor's size at dimension {dim}), but got "
                           f"split_sizes={list(sizes)}")
    parts = []
    start = 0
    for size in sizes:
        parts.append(input.narrow(dim, start, size))
        start += size
    return parts


def chunk(input, chunks, dim):
    if chunks < 1:
        raise RuntimeError("chunk expects `chunks` to be greater than 0, got: "
                           f"{chunks}")
    total = input.size(dim)
    size = max((total + chunks - 1) // chunks, 1)
    parts = []
    # Of nothing there are as many parts as were asked for.
    for i in range(chunks if total == 0 else (total + size - 1) // size):
        start = min(i * size, total)
        parts.append(input.narrow(dim, start, min(size, total - start)))
    return parts


def unbind(input, dim):
    return [input.select(dim, i) for i in range(input.size(dim))]


def items_of(values):
    """The list of what a container of the library has."""
    return list(values)


def squeezed(input, dim):
    """Without a dimension whose size only the run knows, if that is 1."""
    if input.size(dim) == 1:
        return input.select(dim, 0)
    return input[...]


def diagonal(input, offset, dim1, dim2):
    """Where the sizes are the run's; not a view of it, so that neither may be changed."""
    return _tine.instead_of_view(torch.diagonal_copy(input, offset, dim1, dim2), input)


def windows_of(input, dim, size, step):
    """Windows of sizes of the run; not a view of it, so that neither may be changed."""
    n = input.size(dim)
    if size < 0 or size > n:
        raise RuntimeError(f"maximum size for tensor at dimension {dim} is {n} but size is {size}")
    if step < 1:
        raise RuntimeError(f"step is {step} but must be > 0")
    count = (n - size) // step + 1
    places = (torch.arange(count, device=input.device) * step).unsqueeze(1) + torch.arange(size, device=input.device)
    shape = list(input.shape)
    windows = input.index_select(dim, places.reshape(-1)).reshape(shape[:dim] + [count, size] + shape[dim + 1:])
    return _tine.instead_of_view(windows.movedim(dim + 1, -1), input)


def tensor_of_rows(rows, dtype):
    """Of lists of numbers, some of whose lengths only the run knows."""
    return torch.stack([torch.tensor(row, dtype=dtype) for row in rows])


def roll(input, shifts, dims=None):
    if dims is None:
        return roll(input.reshape(-1), shifts, 0).reshape(list(input.shape))
    if isinstance(dims, int):
        dims = [dims]
        shifts = [shifts]
    for i in range(len(dims)):
        size = input.size(dims[i])
        # The last `shift` elements come to the front.
        shift = shifts[i] % max(size, 1)
        input = torch.cat([input.narrow(dims[i], size - shift, shift),
                           input.narrow(dims[i], 0, size - shift)], dims[i])
    return input


def movedim(input, source, destination):
    rank = input.dim()
    sources = [source] if isinstance(source, int) else list(source)
    targets = [destination] if isinstance(destination, int) else list(destination)
    sources = [_axis(d, rank) for d in sources]
    targets = [_axis(d, rank) for d in targets]
    others = [d for d in range(rank) if d not in sources]
    order = []
    for place in range(rank):
        if place in targets:
            order.append(sources[targets.index(place)])
        else:
            order.append(others.pop(0))
    return input.permute(order)


def unflatten(input, dim, sizes):
    dim = _axis(dim, input.dim())
    shape = list(input.shape)
    sizes = list(sizes)
    for i in range(len(sizes)):
        if _tine.is_known(sizes[i]) and sizes[i] == -1:
            # Of this dimension only, as another one may have no places.
            rest = math.prod(sizes[:i] + sizes[i + 1:])
            sizes[i] = shape[dim] // rest if rest > 0 and shape[dim] % rest == 0 else -1
    return input.view(shape[:dim] + sizes + shape[dim + 1:])


def fliplr(input):
    return torch.flip(input, [1])


def flipud(input):
    return torch.flip(input, [0])


def rot90(input, k=1, dims=(0, 1)):
    a, b = dims
    k = k % 4
    if k == 0:
        return input.clone()
    if k == 1:
        return torch.flip(input, [b]).transpose(a, b)
    if k == 2:
        return torch.flip(input, [a, b])
    return torch.flip(input, [a]).transpose(a, b)


def repeat_interleave(input, repeats=None, dim=None, output_size=None):
    if repeats is None:
        # How often every place occurs.
        return _repeated(torch.arange(input.size(0), device=input.device), input, 0)
    if dim is None:
        input = input.reshape(-1)
        dim = 0
    dim = _axis(dim, input.dim())
    if isinstance(repeats, torch.Tensor):
        if repeats.numel() == 1:
            repeats = repeats.reshape(1).expand(input.size(dim))
        elif repeats.size(0) != input.size(dim):
            raise RuntimeError("repeats must have the same size as input along dim, but got "
                               f"repeats.size(0) = {repeats.size(0)} and input.size({dim}) = {input.size(dim)}")
        return _repeated(input, repeats, dim)
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    shape = list(input.shape)
    wide = input.unsqueeze(dim + 1).expand(shape[:dim + 1] + [repeats] + shape[dim + 1:])
    repeated = wide.reshape(shape[:dim] + [shape[dim] * repeats] + shape[dim + 1:])
    # Of one repetition, too.
    return repeated.clone()


def _repeated(input, repeats, dim):
    if repeats.numel() > 0 and bool((repeats < 0).any()):
        raise RuntimeError("repeats can not be negative")
    ends = repeats.cumsum(0)
    total = int(repeats.sum().item())
    places = torch.searchsorted(ends, torch.arange(total, device=input.device), right=True)
    return torch.index_select(input, dim, places)


def _each(function, tensors):
    """Of several tensors, or of a list of them, a tuple."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    return tuple([function(tensor) for tensor in tensors])


def atleast_1d(input, *more):
    if len(more) > 0 or isinstance(input, (list, tuple)):
        return _each(atleast_1d, (input,) + more)
    return input.reshape(1) if input.dim() == 0 else input


def atleast_2d(input, *more):
    if len(more) > 0 or isinstance(input, (list, tuple)):
        return _each(atleast_2d, (input,) + more)
    if input.dim() >= 2:
        return input
    return input.reshape(1, -1)


def atleast_3d(input, *more):
    if len(more) > 0 or isinstance(input, (list, tuple)):
        return _each(atleast_3d, (input,) + more)
    if input.dim() >= 3:
        return input
    if input.dim() == 2:
        return input.unsqueeze(-1)
    return input.reshape(1, -1, 1)


def block_diag(*tensors):
    blocks = [atleast_2d(t) for t in tensors]
    rows = 0
    columns = 0
    for block in blocks:
        rows += block.size(0)
        columns += block.size(1)
    kind = torch.cat([b.reshape(-1) for b in blocks]).dtype
    output = torch.zeros(rows, columns, dtype=kind, device=blocks[0].device)
    row = 0
    column = 0
    for block in blocks:
        output.narrow(0, row, block.size(0)).narrow(1, column, block.size(1)).copy_(block)
        row += block.size(0)
        column += block.size(1)
    return output


def combinations(input, r=2, with_replacement=False):
    if input.dim() != 1:
        raise RuntimeError("Expect a 1D vector, but got shape " + str(list(input.shape)))
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return torch.empty(0, dtype=input.dtype)
    places = torch.arange(input.size(0))
    if r == 1:
        return input.reshape(-1, 1).clone()
    grids = meshgrid(*([places] * r))
    chosen = None
    for i in range(r - 1):
        ordered = grids[i] <= grids[i + 1] if with_replacement else grids[i] < grids[i + 1]
        chosen = ordered if chosen is None else chosen & ordered
    picked = [torch.index_select(input, 0, torch.masked_select(g, chosen)) for g in grids]
    return torch.stack(picked, 1)


def vander(x, N=None, increasing=False):
    count = x.size(0) if N is None else N
    if not x.is_floating_point():
        x = x.to(torch.int64)
    powers = [torch.ones_like(x)]
    for _ in range(count - 1):
        powers.append(powers[-1] * x)
    if not increasing:
        powers = [powers[count - 1 - i] for i in range(count)]
    return torch.stack(powers[:count], 1)


def adjoint(input):
    return input.transpose(-2, -1)


def hstack(tensors):
    rows = [atleast_1d(t) for t in tensors]
    return torch.cat(rows, 0 if rows[0].dim() == 1 else 1)


def vstack(tensors):
    return torch.cat([atleast_2d(t) for t in tensors], 0)


def dstack(tensors):
    deep = []
    for t in tensors:
        t = atleast_2d(t)
        deep.append(t.unsqueeze(-1) if t.dim() == 2 else t)
    return torch.cat(deep, 2)


def column_stack(tensors):
    return torch.cat([t if t.dim() > 1 else t.reshape(-1, 1) for t in tensors], 1)


def meshgrid(*tensors, indexing="ij"):
    vectors = tensors
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        vectors = tensors[0]
    if indexing != "ij" and indexing != "xy":
        raise RuntimeError("torch.meshgrid: indexing must be one of 'xy' or 'ij'")
    sizes = [v.numel() for v in vectors]
    grids = []
    for i in range(len(vectors)):
        shape = [1] * len(sizes)
        shape[i] = sizes[i]
        grids.append(vectors[i].reshape(shape).expand(sizes))
    if indexing == "xy" and len(sizes) > 1:
        grids = [g.transpose(0, 1) for g in grids]
    return tuple(grids)


def cartesian_prod(*tensors):
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([g.reshape(-1) for g in meshgrid(*tensors)], 1)


def diag(input, diagonal=0):
    if input.dim() == 1:
        return diag_embed(input, diagonal)
    return torch.diagonal_copy(input, diagonal)


def diag_embed(input, offset=0):
    """Matrices with the last dimension on a diagonal."""
    size = input.size(-1) + abs(offset)
    rows = torch.arange(size, device=input.device).unsqueeze(1)
    columns = torch.arange(size, device=input.device).unsqueeze(0)
    # Element k lies in row k of an upper diagonal, in column k of a lower one.
    if offset != 0:
        beyond = list(input.shape)[:-1] + [abs(offset)]
        input = torch.cat([input, torch.zeros(beyond, dtype=input.dtype, device=input.device)], -1)
    values = input.unsqueeze(-1) if offset >= 0 else input.unsqueeze(-2)
    zero = torch.zeros([1], dtype=input.dtype, device=input.device)
    return _tine.saves_nothing(torch.where(columns - rows == offset, values, zero))


def diagflat(input, offset=0):
    return diag_embed(input.reshape(-1), offset)


def trace(input):
    return torch.diagonal_copy(input).sum()


def _indices(row, col, dtype, holds):
    if row < 0 or col < 0:
        raise RuntimeError(f"the numbers of rows and columns must be non-negative, got {row} and {col}")
    pairs = [(i, j) for i in range(row) for j in range(col) if holds(i, j)]
    if len(pairs) == 0:
        return torch.empty(2, 0, dtype=dtype)
    return torch.tensor([[i for i, j in pairs], [j for i, j in pairs]], dtype=dtype)


def tril_indices(row, col, offset=0, *, dtype=torch.int64, device=None, layout=None):
    return _indices(row, col, dtype, lambda i, j: j <= i + offset)


def triu_indices(row, col, offset=0, *, dtype=torch.int64, device=None, layout=None):
    return _indices(row, col, dtype, lambda i, j: j >= i + offset)


def tensor_split(input, indices_or_sections, dim=0):
    size = input.size(dim)
    ends = []
    if isinstance(indices_or_sections, int):
        # The first `size % n` parts are larger by one.
        n = indices_or_sections
        if n <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {n}")
        for i in range(n):
            ends.append((i + 1) * (size // n) + min(i + 1, size % n))
    else:
        ends = [min(e if e >= 0 else e + size, size) for e in indices_or_sections] + [size]
    parts = []
    start = 0
    for end in ends:
        # As slices: what lies outside is cut.
        end = max(end, 0)
        parts.append(input.narrow(dim, min(start, size), max(end - start, 0)))
        start = end
    return _tine.as_tuple(parts)


def hsplit(input, indices_or_sections):
    return tensor_split(input, indices_or_sections, 0 if input.dim() == 1 else 1)


def vsplit(input, indices_or_sections):
    return tensor_split(input, indices_or_sections, 0)


def dsplit(input, indices_or_sections):
    return tensor_split(input, indices_or_sections, 2)


def list_of(input):
    """tolist() of a tensor that is large, or whose size only the run knows."""
    if input.dim() == 1:
        return [input[i].item() for i in range(input.size(0))]
    return [list_of(input[i]) for i in range(input.size(0))]


def row_major(sizes):
    """The strides of a tensor without gaps."""
    strides, next = (), 1
    for size in reversed(sizes):
        strides, next = (next,) + strides, next * max(size, 1)
    return strides


def is_row_major(sizes, order):
    """Whether dimensions that lie in this order in memory, the widest stride
    first, lie as the elements are counted. Those of one place do anywhere."""
    result = True
    for i, inner in enumerate(order):
        for outer in order[:i]:
            if outer > inner and sizes[outer] != 1 and sizes[inner] != 1:
                result = False
    for size in sizes:
        if size == 0:
            result = True
    return result


def is_view(sizes, order, wanted):
    """Whether a tensor whose dimensions lie in this order in memory, the widest stride first and
    without gaps, can be given the wanted sizes, of as many elements, where it lies."""
    total = 1
    strides, spans = [1] * len(sizes), [1] * len(sizes)
    for dim in reversed(order):
        strides[dim] = total
        total = total * sizes[dim]
        spans[dim] = total
    cuts = [1]
    for size in reversed(wanted):
        cuts.append(cuts[-1] * size)
    # Where a dimension does not follow the next one in memory, the wanted sizes need a cut.
    result = True
    count, span = 1, 1
    for dim in range(len(sizes) - 1, 0, -1):
        count = count * sizes[dim]
        if sizes[dim] != 1:
            span = spans[dim]
        if sizes[dim - 1] != 1 and strides[dim - 1] != span:
            found = False
            for cut in cuts:
                if cut == count:
                    found = True
            if not found:
                result = False
    return result or total == 0


def from_numpy(ndarray):
    return ndarray._as_tensor() if _tine.is_unread(ndarray) else ndarray._t


def same_places(n, m):
    """Of rows and columns, where they have the same number."""
    if n < 0:
        raise RuntimeError(f"n must be greater or equal to 0, got {n}")
    if m < 0:
        raise RuntimeError(f"m must be greater or equal to 0, got {m}")
    return torch.arange(n).unsqueeze(1) == torch.arange(m)


def resize_as_(input, the_template, *, memory_format=None):
    return input.resize_(list(the_template.shape))


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor of the elements in bytes."""
    if isinstance(buffer, bytearray):
        raw = buffer._share()
    elif isinstance(buffer, bytes):
        raw = buffer._data
    else:
        raise ValueError("object does not implement Python buffer protocol.")
    width = dtype.itemsize
    size = _tine.data("bytes_length", raw)
    if size == 0 or count == 0:
        raise ValueError(f"both buffer length ({size}) and count ({count}) must not be 0")
    if offset < 0 or offset >= size:
        raise ValueError(f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({size} bytes) minus 1")
    if count < 0:
        if (size - offset) % width != 0:
            raise ValueError(f"buffer length ({size - offset} bytes) after offset ({offset} bytes) must be a multiple of element size ({width})")
        number = (size - offset) // width
    else:
        if count > (size - offset) // width:
            raise ValueError(f"requested buffer length ({count} * {width} bytes) after offset ({offset} bytes) must not be greater than actual buffer length ({size} bytes)")
        number = count
    t = _bytes.tensor_of(raw, dtype, number, offset, False)
    if isinstance(buffer, bytes):
        # It may not be written to.
        t = _tine.instead_of_view(t, t)
    return t.requires_grad_() if requires_grad else t

# Pooling, as functions.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch


def _numbers(value, count, name):
    if isinstance(value, int):
        return [value] * count
    values = list(value)
    if len(values) == 1:
        return values * count
    if len(values) != count:
        raise RuntimeError(f"{name} must either be a single int, or a tuple of {count} ints")
    return values


class _Windows:
    """What the forms of pooling have in common."""

    def __init__(self, rank, input, kernel_size, stride, padding, dilation, ceil_mode):
        self.kernel = _numbers(kernel_size, rank, "kernel_size")
        self.stride = self.kernel
        if stride is not None and (isinstance(stride, int) or len(stride) > 0):
            self.stride = _numbers(stride, rank, "stride")
        self.padding = _numbers(padding, rank, "padding")
        self.dilation = _numbers(dilation, rank, "dilation")
        self.sizes = []
        for i in range(rank):
            self.sizes = self.sizes + [self._size(input.size(i - rank), i, ceil_mode)]
        for size in self.sizes:
            if size <= 0:
                raise RuntimeError(f"Given input size: {list(input.shape)}. Calculated output "
                                   f"size: {self.sizes}. Output size is too small")

    def _size(self, size, i, ceil_mode):
        kernel = self.kernel[i]
        stride = self.stride[i]
        padding = self.padding[i]
        dilation = self.dilation[i]
        if kernel <= 0 or stride <= 0 or dilation <= 0:
            raise RuntimeError("the kernel size, stride and dilation of pooling should be greater "
                               "than zero")
        if padding < 0:
            raise RuntimeError(f"pad must be non-negative, but got pad: {padding}")
        reach = dilation * (kernel - 1) + 1
        if padding > reach // 2:
            raise RuntimeError("pad should be at most half of effective kernel size, but got "
                               f"pad={padding}, kernel_size={kernel} and dilation={dilation}")
        room = size + 2 * padding - reach
        if not ceil_mode:
            return room // stride + 1
        count = (room + stride - 1) // stride + 1
        # The last window starts inside of the input or its padding in front.
        return count - 1 if (count - 1) * stride >= size + padding else count


def _batched(name, rank, input):
    if input.dim() != rank + 1 and input.dim() != rank + 2:
        raise RuntimeError(f"{name}: Expected {rank + 1}D or {rank + 2}D input tensor, but got "
                           f"{list(input.shape)}")
    if not input.dtype.is_floating_point:
        _tine.unsupported(f"{name} of integers is not supported")
    return input.unsqueeze(0) if input.dim() == rank + 1 else input


def _check_not_empty(name, rank, batch, input):
    """Nothing but a batch may have no elements."""
    for d in range(1, rank + 2):
        if batch.size(d) == 0:
            shape = list(input.shape)
            if rank == 3:
                raise RuntimeError(f"{name}(): Expected input's non-batch dimensions to have positive "
                                   f"length, but input has a shape of {shape} and non-batch "
                                   "dimension 0 has length zero!")
            start = "max_pool1d: " if name == "max_pool1d" else ""
            raise RuntimeError(f"{start}Expected {rank + 1}D or {rank + 2}D (batch mode) tensor with "
                               f"optional 0 dim batch size for input, but got:{shape}")


def _pooled(input, batch, output):
    if input.dim() != batch.dim():
        return output.squeeze(0)
    return _tine.in_format(output, input)


def _max_pool(name, rank, input, kernel_size, stride, padding, dilation, ceil_mode,
              return_indices):
    batch = _batched(name, rank, input)
    _check_not_empty(name, rank, batch, input)
    at = _Windows(rank, batch, kernel_size, stride, padding, dilation, ceil_mode)
    output = _pooled(input, batch, _tine.pool("max", batch, at.kernel, at.stride, at.padding,
                                              at.dilation, at.sizes))
    if not return_indices:
        return output
    places = _tine.pool("arg_max", batch.detach(), at.kernel, at.stride, at.padding, at.dilation,
                        at.sizes)
    return output, _pooled(input, batch, places)


def _max_pool_of(rank, indices=False):
    """[N, C, ...] to the same with other sizes; also without N. `indices` are wanted, or as the
    arguments say."""
    name = f"max_pool{rank}d"

    def pool(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
             return_indices=False):
        return _max_pool(name, rank, input, kernel_size, stride, padding, dilation, ceil_mode,
                         indices or return_indices)

    return _tine.named(name + "_with_indices" if indices else name, pool)


max_pool1d = _max_pool_of(1)
max_pool2d = _max_pool_of(2)
max_pool3d = _max_pool_of(3)
max_pool1d_with_indices = _max_pool_of(1, True)
max_pool2d_with_indices = _max_pool_of(2, True)
max_pool3d_with_indices = _max_pool_of(3, True)


def _counts(size, count, kernel, stride, padding, count_include_pad, input):
    """How many elements of a dimension the windows have."""
    first = torch.arange(count) * stride - padding
    last = torch.clamp(first + kernel, max=size + padding)
    if not count_include_pad:
        first = torch.clamp(first, min=0)
        last = torch.clamp(last, max=size)
    return (last - first).to(input.device, input.dtype)


def _avg_pool(name, rank, input, kernel_size, stride, padding, ceil_mode, count_include_pad,
              divisor_override):
    batch = _batched(name, rank, input)
    _check_not_empty(name, rank, batch, input)
    at = _Windows(rank, batch, kernel_size, stride, padding, 1, ceil_mode)
    total = _tine.pool("sum", batch, at.kernel, at.stride, at.padding, at.dilation, at.sizes)
    if divisor_override is not None:
        if divisor_override == 0:
            raise RuntimeError("divisor must be not zero")
        return _pooled(input, batch, total / divisor_override)
    if not ceil_mode and (count_include_pad or at.padding == [0] * rank):
        return _pooled(input, batch, total / math.prod(at.kernel))
    counts = torch.ones([1] * rank, dtype=batch.dtype, device=batch.device)
    for i in range(rank):
        line = _counts(batch.size(2 + i), at.sizes[i], at.kernel[i], at.stride[i], at.padding[i],
                       count_include_pad, batch)
        counts = counts * line.reshape([-1] + [1] * (rank - 1 - i))
    return _pooled(input, batch, total / counts)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False,
               count_include_pad=True):
    """[N, C, L] to [N, C, ...]; also without N."""
    return _avg_pool("avg_pool1d", 1, input, kernel_size, stride, padding, ceil_mode,
                     count_include_pad, None)


def _avg_pool_of(rank):
    """[N, C, ...] to the same with other sizes; also without N."""
    name = f"avg_pool{rank}d"

    def pool(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
             divisor_override=None):
        return _avg_pool(name, rank, input, kernel_size, stride, padding, ceil_mode,
                         count_include_pad, divisor_override)

    return _tine.named(name, pool)


avg_pool2d = _avg_pool_of(2)
avg_pool3d = _avg_pool_of(3)


def _lp_pool_of(rank):
    def pool(input, norm_type, kernel_size, stride=None, ceil_mode=False):
        # Of averages, as in PyTorch: a window beyond the end counts as a full one.
        mean = _avg_pool("lp_pool", rank, torch.pow(input, norm_type), kernel_size, stride, 0,
                         ceil_mode, True, None)
        taps = math.prod(_numbers(kernel_size, rank, "kernel_size"))
        total = torch.sign(mean) * torch.relu(torch.abs(mean)) * taps
        return torch.pow(total, 1.0 / norm_type)

    return _tine.named(f"lp_pool{rank}d", pool)


lp_pool1d = _lp_pool_of(1)
lp_pool2d = _lp_pool_of(2)
lp_pool3d = _lp_pool_of(3)


def _wanted(rank, batch, output_size):
    sizes = _numbers_or_none(output_size, rank)
    return [batch.size(2 + i) if sizes[i] is None else sizes[i] for i in range(rank)]


def _numbers_or_none(value, count):
    if value is None or isinstance(value, int):
        return [value] * count
    values = list(value)
    if len(values) == 1:
        return values * count
    if len(values) != count:
        raise RuntimeError(f"output_size must be {count}")
    return values


def _divides(rank, batch, sizes):
    for i in range(rank):
        size = batch.size(2 + i)
        if not _tine.is_known(size) or not _tine.is_known(sizes[i]):
            return False
        if sizes[i] == 0 or size % sizes[i] != 0:
            return False
    return True


def _parts(size, count):
    """Where the parts of a dimension begin and end."""
    return [((i * size) // count, ((i + 1) * size + count - 1) // count) for i in range(count)]


def _many(size, count):
    """Whether there are so many parts that they are found element by element."""
    return _tine.is_known(size) and _tine.is_known(count) and count > 16


def _columns(x, dim, size, count):
    """The first elements of all parts, the second ones, and so on, with a mask of the parts that
    have one; the others have their last one there."""
    parts = _parts(size, count)
    shape = [1] * x.dim()
    shape[dim] = count
    result = []
    for k in range(max([end - begin for begin, end in parts])):
        places = torch.tensor([min(begin + k, end - 1) for begin, end in parts], device=x.device)
        inside = torch.tensor([begin + k < end for begin, end in parts], device=x.device).reshape(shape)
        result.append((places, inside))
    return result


def _means_of_parts(x, dim, size, count):
    if not _many(size, count):
        return torch.cat([x.narrow(dim, begin, end - begin).mean(dim, keepdim=True)
                          for begin, end in _parts(size, count)], dim)
    total, taps = 0.0, 0
    for places, inside in _columns(x, dim, size, count):
        total = total + torch.where(inside, x.index_select(dim, places), 0.0)
        taps = taps + inside.to(x.dtype)
    return total / taps


def _maxima_of_parts(x, dim, size, count):
    """The maxima and where in x they are; of equal ones the first, of NaN the last."""
    if not _many(size, count):
        values, indices = [], []
        for begin, end in _parts(size, count):
            best, where = x.narrow(dim, begin, end - begin).max(dim, keepdim=True)
            values.append(best)
            indices.append(where + begin)
        return torch.cat(values, dim), torch.cat(indices, dim)
    columns = _columns(x, dim, size, count)
    values = [x.detach().index_select(dim, places) for places, inside in columns]
    indices = [places.reshape(list(inside.shape)).expand(values[0].shape) for places, inside in columns]
    best, where = values[0], indices[0]
    for value, index in zip(values[1:], indices[1:]):
        more = value > best
        if x.is_floating_point():
            more = more | torch.isnan(value)
        best, where = torch.where(more, value, best), torch.where(more, index, where)
    return x.gather(dim, where), where


def _adaptive(name, rank, input, output_size):
    if input.dim() != rank + 1 and input.dim() != rank + 2:
        raise RuntimeError(f"{name}(): Expected {rank + 1}D or {rank + 2}D tensor, but got "
                           f"{list(input.shape)}")
    batch = input.unsqueeze(0) if input.dim() == rank + 1 else input
    return batch, _wanted(rank, batch, output_size)


def _check_places(name, rank, input):
    for d in range(input.dim() - rank, input.dim()):
        if input.size(d) == 0:
            raise RuntimeError(f"{name}(): Expected input to have non-zero size for non-batch "
                               f"dimensions, but input has sizes {list(input.shape)} with "
                               f"dimension {d} being empty")


def _adaptive_avg_pool(name, rank, input, output_size):
    batch, sizes = _adaptive(name, rank, input, output_size)
    output = batch
    if sizes == [1] * rank:
        output = batch.mean(list(range(2, 2 + rank)), keepdim=True)
    elif _divides(rank, batch, sizes):
        kernel = [batch.size(2 + i) // sizes[i] for i in range(rank)]
        output = _tine.pool("sum", batch, kernel, kernel, [0] * rank, [1] * rank, sizes)
        taps = math.prod(kernel)
        output = output / taps
    else:
        _check_places(name, rank, input)
        # The mean of a window is that of the means of its lines.
        for i in range(rank):
            dim = 2 + i
            if sizes[i] == 0:
                output = output.narrow(dim, 0, 0)
                continue
            output = _means_of_parts(output, dim, batch.size(dim), sizes[i])
    return _pooled(input, batch, output)


def _adaptive_avg_pool_of(rank):
    """[N, C, ...] to [N, C, *output_size]; also without N. None keeps a size."""
    name = f"adaptive_avg_pool{rank}d"

    def pool(input, output_size):
        return _adaptive_avg_pool(name, rank, input, output_size)

    return _tine.named(name, pool)


adaptive_avg_pool1d = _adaptive_avg_pool_of(1)
adaptive_avg_pool2d = _adaptive_avg_pool_of(2)
adaptive_avg_pool3d = _adaptive_avg_pool_of(3)


def _adaptive_max_pool(name, rank, input, output_size, return_indices):
    batch, sizes = _adaptive(name, rank, input, output_size)
    _check_places(name, rank, input)
    if _divides(rank, batch, sizes):
        kernel = [batch.size(2 + i) // sizes[i] for i in range(rank)]
        return _max_pool(name, rank, input, kernel, kernel, 0, 1, False, return_indices)
    output = batch
    planes = list(batch.shape)[2:]
    count = math.prod(planes)
    places = torch.arange(count, device=batch.device).reshape([1, 1] + planes).expand(batch.shape)
    # The last dimension first, so that the first of equal elements is found.
    for i in range(rank):
        dim = 1 + rank - i
        if sizes[dim - 2] == 0:
            output, places = output.narrow(dim, 0, 0), places.narrow(dim, 0, 0)
            continue
        output, where = _maxima_of_parts(output, dim, batch.size(dim), sizes[dim - 2])
        if return_indices:
            places = places.gather(dim, where)
    output = _pooled(input, batch, output)
    return (output, _pooled(input, batch, places)) if return_indices else output


def _adaptive_max_pool_of(rank):
    """[N, C, ...] to [N, C, *output_size]; also without N. None keeps a size."""
    name = f"adaptive_max_pool{rank}d"

    def pool(input, output_size, return_indices=False):
        return _adaptive_max_pool(name, rank, input, output_size, return_indices)

    return _tine.named(name, pool)


adaptive_max_pool1d = _adaptive_max_pool_of(1)
adaptive_max_pool2d = _adaptive_max_pool_of(2)
adaptive_max_pool3d = _adaptive_max_pool_of(3)


def _max_unpool(rank, input, indices, kernel_size, stride, padding, output_size):
    kernel = _numbers(kernel_size, rank, "kernel_size")
    step = kernel if stride is None else _numbers(stride, rank, "stride")
    front = _numbers(padding, rank, "padding")
    batch = input.unsqueeze(0) if input.dim() == rank + 1 else input
    sizes = [(batch.size(2 + i) - 1) * step[i] + kernel[i] - 2 * front[i] for i in range(rank)]
    if output_size is not None:
        wanted = list(output_size)
        if len(wanted) != rank and len(wanted) != rank + 2:
            raise ValueError(f"output_size should be a sequence containing {rank} or {rank + 2} elements, "
                             f"but it has a length of '{len(wanted)}'")
        wanted = wanted[-rank:]
        for d in range(rank):
            low, high = sizes[d] - step[d], sizes[d] + step[d]
            if not (low < wanted[d] and wanted[d] < high):
                raise ValueError(f'invalid output_size "{output_size}" (dim {d} must be between {low} and {high})')
        sizes = wanted
    places = indices.reshape(batch.size(0), batch.size(1), -1)
    plane = math.prod(sizes)
    whole = torch.zeros([batch.size(0), batch.size(1), plane], dtype=batch.dtype,
                        device=batch.device)
    whole = whole.scatter(2, places, batch.reshape(batch.size(0), batch.size(1), -1))
    output = whole.reshape([batch.size(0), batch.size(1)] + sizes)
    return output.squeeze(0) if input.dim() == rank + 1 else output


def _max_unpool_of(rank):
    def unpool(input, indices, kernel_size, stride=None, padding=0, output_size=None):
        return _max_unpool(rank, input, indices, kernel_size, stride, padding, output_size)

    return _tine.named(f"max_unpool{rank}d", unpool)


max_unpool1d = _max_unpool_of(1)
max_unpool2d = _max_unpool_of(2)
max_unpool3d = _max_unpool_of(3)


#
# Windows at random places
#


def _starts(sample, size, count, kernel):
    """Where the `count` windows of each plane begin, of random numbers [n, c], as [n, c, count]."""
    if count <= 1:
        return torch.full(list(sample.shape) + [count], size - kernel, dtype=torch.int64)
    alpha = torch.tensor(float(size - kernel), dtype=sample.dtype) / (count - 1)
    sample = sample.unsqueeze(-1)
    steps = torch.arange(count - 1, dtype=sample.dtype)
    places = ((steps + sample) * alpha).to(torch.int64) - (sample * alpha).to(torch.int64)
    last = torch.full(list(sample.shape), size - kernel, dtype=torch.int64)
    return torch.cat([places, last], -1)


def _fractional(name, rank, input, kernel_size, output_size, output_ratio, return_indices, samples):
    if output_size is None and output_ratio is None:
        raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
    batch = _batched(name, rank, input)
    kernel = _numbers(kernel_size, rank, "kernel_size")
    if output_size is None:
        ratio = [output_ratio] * rank if isinstance(output_ratio, (int, float)) else list(output_ratio)
        counts = [int(batch.size(2 + i) * ratio[i]) for i in range(rank)]
    else:
        counts = _numbers(output_size, rank, "output_size")
    n, c = batch.size(0), batch.size(1)
    if samples is None:
        samples = torch.rand(n, c, rank, dtype=input.dtype)
    words = ["time", "height", "width"][3 - rank:]
    places = torch.zeros([n, c] + [1] * (2 * rank), dtype=torch.int64)
    for i in range(rank):
        size = batch.size(2 + i)
        if counts[i] + kernel[i] - 1 > size:
            raise RuntimeError(f"{name}(): pool {words[i]} {kernel[i]} too large relative to input {words[i]} {size}")
        # Width comes first in two dimensions, time in three.
        sample = samples.select(2, i if rank == 3 else 1 - i)
        shape = [1] * (2 * rank)
        shape[i] = counts[i]
        first = _starts(sample, size, counts[i], kernel[i]).reshape([n, c] + shape)
        shape = [1] * (2 * rank)
        shape[rank + i] = kernel[i]
        places = places * size + (first + torch.arange(kernel[i]).reshape(shape))
    taps, windows = math.prod(kernel), math.prod(counts)
    places = places.reshape(n, c, windows, taps)
    flat = batch.reshape(n, c, math.prod(list(batch.shape)[2:]))
    with torch.no_grad():
        seen = flat.detach().gather(2, places.reshape(n, c, windows * taps)).reshape(n, c, windows, taps)
        indices = places.gather(3, torch.argmax(seen, 3, keepdim=True)).squeeze(3)
    output = _pooled(input, batch, flat.gather(2, indices).reshape([n, c] + counts))
    if not return_indices:
        return output
    return output, _pooled(input, batch, indices.reshape([n, c] + counts))


def _fractional_of(rank, indices=False):
    """Maxima of windows whose places are drawn; [N, C, ...], also without N."""
    name = f"fractional_max_pool{rank}d"

    def pool(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
             _random_samples=None):
        return _fractional(name, rank, input, kernel_size, output_size, output_ratio,
                           indices or return_indices, _random_samples)

    return _tine.named(name + "_with_indices" if indices else name, pool)


fractional_max_pool2d = _fractional_of(2)
fractional_max_pool3d = _fractional_of(3)
fractional_max_pool2d_with_indices = _fractional_of(2, True)
fractional_max_pool3d_with_indices = _fractional_of(3, True)

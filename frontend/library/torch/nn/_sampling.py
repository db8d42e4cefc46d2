# Resampling: interpolate, grid_sample and affine_grid.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch._math import slopeless
from torch.nn._pooling import adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d


#
# interpolate: one dimension after the other
#


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None,
                recompute_scale_factor=None, antialias=False):
    """Resamples the dimensions behind the channels to `size` or by `scale_factor`."""
    smooth = mode in ("linear", "bilinear", "bicubic", "trilinear")
    if smooth and not input.is_floating_point():
        _tine.unsupported(f"interpolate of integers by {mode} is not supported; take float()")
    if not smooth and mode not in ("nearest", "nearest-exact", "area"):
        raise NotImplementedError(f"Input Error: mode {mode} is not known")
    if not smooth and align_corners is not None:
        raise ValueError("align_corners option can only be set with the interpolating modes: "
                         "linear | bilinear | bicubic | trilinear")
    if antialias:
        _tine.unsupported("interpolate with antialias is not supported")
    align_corners = align_corners is not None and align_corners
    dims = input.dim() - 2
    expected = {"linear": 1, "bilinear": 2, "bicubic": 2, "trilinear": 3}
    if dims < 1 or dims > 3 or (smooth and expected[mode] != dims):
        raise NotImplementedError(
            f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {input.dim()}D) for the "
            f"modes: nearest | linear | bilinear | bicubic | trilinear | area | nearest-exact "
            f"(got {mode})")
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    scales = [None] * dims
    if size is not None:
        sizes = [size] * dims if isinstance(size, int) else list(size)
        if len(sizes) != dims:
            raise ValueError("Input and output must have the same number of spatial dimensions, "
                             f"but got input with spatial dimensions of {list(input.shape)[2:]} "
                             f"and output size of {size}.")
    elif scale_factor is not None:
        given = isinstance(scale_factor, (tuple, list))
        scales = list(scale_factor) if given else [scale_factor] * dims
        if len(scales) != dims:
            raise ValueError("Input and scale_factor must have the same number of spatial "
                             "dimensions")
        sizes = [int(float(input.size(i + 2)) * scales[i]) for i in range(dims)]
        if recompute_scale_factor:
            scales = [None] * dims
    else:
        raise ValueError("either size or scale_factor should be defined")
    for i in range(dims):
        if mode != "area" and (input.size(i + 2) <= 0 or sizes[i] <= 0):
            if dims == 1:
                sizes_text = f"(W: {input.size(2)}) and output (W: {sizes[0]})"
            elif dims == 2:
                sizes_text = (f"(H: {input.size(2)}, W: {input.size(3)}) output "
                              f"(H: {sizes[0]}, W: {sizes[1]})")
            else:
                sizes_text = (f"(D: {input.size(2)}, H: {input.size(3)}, W: {input.size(4)}) output "
                              f"(D: {sizes[0]}, H: {sizes[1]}, W: {sizes[2]})")
            raise RuntimeError("Input and output sizes should be greater than 0, but got input "
                               + sizes_text)
    if mode == "area":
        pools = (adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d)
        return pools[dims - 1](input, sizes)
    for i in range(dims):
        if mode == "nearest" or mode == "nearest-exact":
            input = _nearest(input, i + 2, sizes[i], scales[i], mode == "nearest-exact")
        elif mode == "bicubic":
            input = _cubic(input, i + 2, sizes[i], scales[i], align_corners)
        else:
            input = _linear(input, i + 2, sizes[i], scales[i], align_corners)
    return input


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


def _nearest(input, dim, size, scale, exact):
    old = input.size(dim)
    step = old / size if scale is None else 1.0 / scale
    places = torch.arange(size, dtype=torch.float32, device=input.device)
    places = torch.floor((places + 0.5) * step if exact else places * step)
    return torch.index_select(input, dim, torch.clamp(places.to(torch.int64), max=old - 1))


def _sources(input, dim, size, scale, align_corners):
    """Where each element of the result comes from, in the precision of PyTorch."""
    old = input.size(dim)
    kind = torch.float64 if input.dtype == torch.float64 else torch.float32
    places = torch.arange(size, dtype=kind, device=input.device)
    if align_corners:
        return places * ((old - 1) / (size - 1) if size > 1 else 0.0)
    step = 1.0 / scale if scale is not None and scale > 0.0 else old / size
    return (places + 0.5) * step - 0.5


def _along(weights, input, dim):
    return weights.to(input.dtype).reshape([-1] + [1] * (input.dim() - 1 - dim))


def _linear(input, dim, size, scale, align_corners):
    old = input.size(dim)
    if old == size:
        return input
    source = torch.clamp(_sources(input, dim, size, scale, align_corners), min=0.0)
    low = torch.clamp(torch.floor(source), max=old - 1.0)
    share = _along(torch.clamp(source - low, 0.0, 1.0), input, dim)
    first = low.to(torch.int64)
    second = torch.clamp(first + 1, max=old - 1)
    return (torch.index_select(input, dim, first) * (1.0 - share)
            + torch.index_select(input, dim, second) * share)


def _cubic_weights(t):
    """The shares of the four neighbours; t is the way from the second to the third."""
    a = -0.75

    def near(x):
        return ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0

    def far(x):
        return ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a

    return [far(t + 1.0), near(t), near(1.0 - t), far(2.0 - t)]


def _cubic(input, dim, size, scale, align_corners):
    old = input.size(dim)
    if old == size:
        return input
    source = _sources(input, dim, size, scale, align_corners)
    low = torch.clamp(torch.floor(source), max=old - 1.0)
    weights = _cubic_weights(torch.clamp(source - low, 0.0, 1.0))
    first = low.to(torch.int64)
    total = None
    for i in range(4):
        taken = torch.index_select(input, dim, torch.clamp(first + (i - 1), 0, old - 1))
        part = taken * _along(weights[i], input, dim)
        total = part if total is None else total + part
    return total


#
# grid_sample
#


def affine_grid(theta, size, align_corners=None):
    """The grid [n, h, w, 2] or [n, d, h, w, 3] of an affine transformation [n, 2, 3] or [n, 3, 4]
    of results of the size [n, c, h, w] or [n, c, d, h, w]."""
    aligned = align_corners is not None and align_corners
    sizes = list(size)[2:]
    rank = len(sizes)
    if theta.dim() != 3 or theta.size(1) != rank or theta.size(2) != rank + 1:
        raise ValueError(f"Expected a batch of {rank}D affine matrices of shape "
                         f"Nx{rank}x{rank + 1} for size {size}. Got {theta.shape}.")
    if theta.size(0) != size[0]:
        raise RuntimeError("Expected size for first two dimensions of batch2 tensor to be: "
                           f"[{size[0]}, {rank + 1}] but got: [{theta.size(0)}, {rank + 1}].")
    parts = []
    for i in range(rank):
        # x comes first: it goes along the last dimension.
        dim = rank - 1 - i
        n = sizes[dim]
        line = torch.linspace(-1, 1, n, dtype=theta.dtype, device=theta.device)
        if n <= 1:
            line = torch.zeros(n, dtype=theta.dtype, device=theta.device)
        elif not aligned:
            line = line * (n - 1) / n
        parts.append(line.reshape([-1] + [1] * (rank - 1 - dim)).expand(sizes))
    parts.append(torch.ones(sizes, dtype=theta.dtype, device=theta.device))
    base = torch.stack(parts, -1).reshape(1, -1, rank + 1)
    grid = torch.matmul(base.expand(theta.size(0), -1, -1), theta.transpose(1, 2))
    return grid.reshape([theta.size(0)] + sizes + [rank])


def _reflected(x, twice_low, twice_high):
    if twice_low == twice_high:
        return torch.zeros_like(x)
    low = twice_low / 2
    span = (twice_high - twice_low) / 2
    x = torch.abs(x - low)
    extra = torch.fmod(x, span)
    flips = torch.floor(x / span)
    return torch.where(torch.fmod(flips, 2.0) == 0.0, extra + low, span - extra + low)


def _clipped(x, top):
    """clamp from 0, which NaN becomes, to `top`, with no slope at either end."""
    with torch.no_grad():
        output = torch.clamp(torch.where(x > 0, x, 0.0), max=top)
    if not x.requires_grad:
        return output
    with torch.no_grad():
        inside = ((x > 0) & (x < top)).to(x.dtype)
    return _tine.with_derivative((output,), (x,), lambda grad: (inside * grad,))[0]


def _bounded(x, size, padding_mode, align_corners):
    if padding_mode == "border":
        return _clipped(x, size - 1)
    if padding_mode == "reflection":
        if align_corners:
            x = _reflected(x, 0, 2 * (size - 1))
        else:
            x = _reflected(x, -1, 2 * size - 1)
        return _clipped(x, size - 1)
    return x


def _pick(input, places, shape):
    """Elements of input[n, c, ...] at whole places, 0 outside."""
    sizes = list(input.shape)[2:]
    index = None
    inside = None
    for i in range(len(sizes)):
        x = places[i]
        within = torch.logical_and(x >= 0, x <= sizes[i] - 1)
        inside = within if inside is None else torch.logical_and(inside, within)
        # NaN lies outside, too.
        at = torch.where(within, x, 0.0).to(torch.int64)
        index = at if index is None else index * sizes[i] + at
    n, c = input.size(0), input.size(1)
    wanted = math.prod(shape[2:])
    flat = input.reshape(n, c, math.prod(sizes))
    taken = flat.gather(2, index.reshape(n, 1, wanted).expand(n, c, wanted)).reshape(shape)
    return torch.where(inside.unsqueeze(1), taken, 0.0)


def _coordinates(grid):
    """What the last dimension has; the derivative adds nothing to what is a zero below 0."""
    if not grid.requires_grad:
        return [grid.select(-1, i) for i in range(grid.dim() - 2)]
    with torch.no_grad():
        parts = tuple([grid.select(-1, i).clone() for i in range(grid.dim() - 2)])
    return _tine.with_derivative(parts, (grid,), lambda *grads: (torch.stack(grads, -1),))


def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    return grid_sample(input, grid, ["bilinear", "nearest", "bicubic"][interpolation_mode],
                       ["zeros", "border", "reflection"][padding_mode], align_corners)


grid_sampler_2d = grid_sampler
grid_sampler_3d = grid_sampler


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """Samples input[n, c, ...] at the places of grid[n, ..., 2 or 3], which go from -1 to 1."""
    if mode != "bilinear" and mode != "nearest" and mode != "bicubic":
        raise ValueError("nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' "
                         f"or 'bicubic', but got: '{mode}'")
    if padding_mode != "zeros" and padding_mode != "border" and padding_mode != "reflection":
        raise ValueError("nn.functional.grid_sample(): expected padding_mode to be 'zeros', "
                         f"'border', or 'reflection', but got: '{padding_mode}'")
    aligned = align_corners is not None and align_corners
    rank = input.dim() - 2
    if (rank != 2 and rank != 3) or grid.dim() != input.dim():
        raise RuntimeError("grid_sampler(): expected 4D or 5D input and grid with same number of "
                           f"dimensions, but got input with sizes {list(input.shape)} and grid "
                           f"with sizes {list(grid.shape)}")
    for i in range(2, input.dim()):
        if input.size(i) <= 0:
            raise RuntimeError("grid_sampler(): expected input to have non-empty spatial dimensions, "
                               f"but input has sizes {list(input.shape)} with dimension {i} being empty")
    if grid.size(0) != input.size(0):
        raise RuntimeError("grid_sampler(): expected grid and input to have same batch size, but "
                           f"got input with sizes {list(input.shape)} and grid with sizes "
                           f"{list(grid.shape)}")
    if grid.size(-1) != rank:
        raise RuntimeError(f"grid_sampler(): expected grid to have size {rank} in last dimension, "
                           f"but got grid with sizes {list(grid.shape)}")
    if mode == "bicubic" and rank == 3:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    sizes = list(input.shape)[2:]
    shape = [input.size(0), input.size(1)] + list(grid.shape)[1:-1]
    places = []
    coordinates = _coordinates(grid)
    for i in range(rank):
        x = coordinates[rank - 1 - i]
        if aligned:
            x = (x + 1) / 2 * (sizes[i] - 1)
        else:
            x = ((x + 1) * sizes[i] - 1) / 2
        if mode != "bicubic":
            x = _bounded(x, sizes[i], padding_mode, aligned)
        places.append(x)
    if mode == "nearest":
        taken = _pick(input, [torch.round(x) for x in places], shape)
        # The grid has a graph, and no slope.
        return taken * slopeless(torch.ones([], dtype=input.dtype), grid) if grid.requires_grad else taken
    lows = [torch.floor(x) for x in places]
    shares = [x - low for x, low in zip(places, lows)]
    total = None
    if mode == "bicubic":
        down, right = _cubic_weights(shares[0]), _cubic_weights(shares[1])
        for i in range(4):
            y = _bounded(lows[0] + (i - 1), sizes[0], padding_mode, aligned)
            for j in range(4):
                x = _bounded(lows[1] + (j - 1), sizes[1], padding_mode, aligned)
                part = _pick(input, [y, x], shape) * (down[i] * right[j]).unsqueeze(1)
                total = part if total is None else total + part
        return total
    for corner in range(2 ** rank):
        weight = None
        at = []
        for i in range(rank):
            upper = (corner >> (rank - 1 - i)) & 1
            share = shares[i] if upper == 1 else 1.0 - shares[i]
            weight = share if weight is None else weight * share
            at.append(lows[i] + upper)
        part = _pick(input, at, shape) * weight.unsqueeze(1)
        total = part if total is None else total + part
    return total

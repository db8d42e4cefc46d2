# Rearrangements of images: windows as columns, pixels as channels.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from torch.nn._padding import pad


def _pair(value):
    return [value, value] if isinstance(value, int) else list(value)


def _places(size, kernel, dilation, stride):
    """The places of each tap in a padded line of `size`, [kernel * windows]."""
    count = (size - dilation * (kernel - 1) - 1) // stride + 1
    taps = torch.arange(kernel).unsqueeze(1) * dilation
    return (taps + torch.arange(count).unsqueeze(0) * stride).reshape(-1)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """[n, c, h, w] -> [n, c * taps, windows]; [c, h, w] likewise."""
    kernel, dilation, padding, stride = (_pair(kernel_size), _pair(dilation), _pair(padding),
                                         _pair(stride))
    if input.dim() == 3:
        return unfold(input.unsqueeze(0), kernel, dilation, padding, stride).squeeze(0)
    if input.dim() != 4:
        raise RuntimeError("Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and "
                           f"other non-zero dimensions for input, but got: {list(input.shape)}")
    x = pad(input, (padding[1], padding[1], padding[0], padding[0]))
    n, c, h, w = x.size(0), x.size(1), x.size(2), x.size(3)
    rows = (h - dilation[0] * (kernel[0] - 1) - 1) // stride[0] + 1
    columns = (w - dilation[1] * (kernel[1] - 1) - 1) // stride[1] + 1
    if rows < 1 or columns < 1:
        raise RuntimeError(
            f"Given input with spatial size ({input.size(2)}, {input.size(3)}), "
            f"kernel_size=({kernel[0]}, {kernel[1]}), dilation=({dilation[0]}, {dilation[1]}), "
            f"padding=({padding[0]}, {padding[1]}), stride=({stride[0]}, {stride[1]}), calculated "
            f"shape of the array of sliding blocks as ({rows}, {columns}), but its components must "
            "be at least one.")
    x = x.index_select(2, _places(h, kernel[0], dilation[0], stride[0]).to(x.device))
    x = x.index_select(3, _places(w, kernel[1], dilation[1], stride[1]).to(x.device))
    x = x.reshape(n, c, kernel[0], rows, kernel[1], columns).permute(0, 1, 2, 4, 3, 5)
    return x.reshape(n, c * kernel[0] * kernel[1], rows * columns)


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """Adds windows up: [n, c * taps, windows] -> [n, c, h, w]; without n likewise."""
    output, kernel, dilation, padding, stride = (_pair(output_size), _pair(kernel_size),
                                                 _pair(dilation), _pair(padding), _pair(stride))
    if input.dim() == 2:
        return fold(input.unsqueeze(0), output, kernel, dilation, padding, stride).squeeze(0)
    taps = kernel[0] * kernel[1]
    if input.dim() != 3:
        raise RuntimeError("Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch "
                           f"size and non-zero dimensions for input, but got: {list(input.shape)}")
    if input.size(1) == 0 or input.size(2) == 0:
        raise RuntimeError("Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch "
                           f"size and non-zero dimensions for input, but got: {list(input.shape)}")
    if input.size(1) % taps != 0:
        raise RuntimeError(
            "Expected size of input's dimension 1 to be divisible by the product of kernel_size, "
            f"but got input.size(1)={input.size(1)} and kernel_size=({kernel[0]}, {kernel[1]}).")
    h, w = output[0] + 2 * padding[0], output[1] + 2 * padding[1]
    rows = (h - dilation[0] * (kernel[0] - 1) - 1) // stride[0] + 1
    columns = (w - dilation[1] * (kernel[1] - 1) - 1) // stride[1] + 1
    if input.size(2) != rows * columns:
        raise RuntimeError(
            f"Given output_size=({output[0]}, {output[1]}), kernel_size=({kernel[0]}, "
            f"{kernel[1]}), dilation=({dilation[0]}, {dilation[1]}), padding=({padding[0]}, "
            f"{padding[1]}), stride=({stride[0]}, {stride[1]}), expected size of input's dimension "
            f"2 to match the calculated number of sliding blocks {rows} * {columns} = "
            f"{rows * columns}, but got input.size(2)={input.size(2)}.")
    n, c = input.size(0), input.size(1) // taps
    x = input.reshape(n, c, kernel[0], kernel[1], rows, columns).permute(0, 1, 2, 4, 3, 5)
    x = x.reshape(n, c, kernel[0] * rows, kernel[1] * columns)
    lines = torch.zeros(n, c, kernel[0] * rows, w, dtype=x.dtype, device=x.device)
    lines = lines.index_add(3, _places(w, kernel[1], dilation[1], stride[1]).to(x.device), x)
    whole = torch.zeros(n, c, h, w, dtype=x.dtype, device=x.device)
    whole = whole.index_add(2, _places(h, kernel[0], dilation[0], stride[0]).to(x.device), lines)
    return whole.narrow(2, padding[0], output[0]).narrow(3, padding[1], output[1])


def pixel_shuffle(input, upscale_factor):
    """[..., c * r * r, h, w] -> [..., c, h * r, w * r]."""
    r = upscale_factor
    if input.dim() < 3:
        raise RuntimeError("pixel_shuffle expects input to have at least 3 dimensions, but got "
                           f"input with {input.dim()} dimension(s)")
    if r <= 0:
        raise RuntimeError(f"pixel_shuffle expects a positive upscale_factor, but got {r}")
    if input.size(-3) % (r * r) != 0:
        raise RuntimeError("pixel_shuffle expects its input's 'channel' dimension to be divisible "
                           f"by the square of upscale_factor, but input.size(-3)={input.size(-3)} "
                           f"is not divisible by {r * r}")
    lead = list(input.shape)[:-3]
    c, h, w = input.size(-3) // (r * r), input.size(-2), input.size(-1)
    n = len(lead)
    split = input.reshape(lead + [c, r, r, h, w])
    order = list(range(n)) + [n, n + 3, n + 1, n + 4, n + 2]
    return _tine.in_format(split.permute(order).reshape(lead + [c, h * r, w * r]).clone(), input)


def pixel_unshuffle(input, downscale_factor):
    """[..., c, h * r, w * r] -> [..., c * r * r, h, w]."""
    r = downscale_factor
    if input.dim() < 3:
        raise RuntimeError("pixel_unshuffle expects input to have at least 3 dimensions, but got "
                           f"input with {input.dim()} dimension(s)")
    if r <= 0:
        raise RuntimeError(f"pixel_unshuffle expects a positive downscale_factor, but got {r}")
    if input.size(-2) % r != 0 or input.size(-1) % r != 0:
        name, size = (("height", input.size(-2)) if input.size(-2) % r != 0
                      else ("width", input.size(-1)))
        dim = -2 if name == "height" else -1
        raise RuntimeError(f"pixel_unshuffle expects {name} to be divisible by downscale_factor, "
                           f"but input.size({dim})={size} is not divisible by {r}")
    lead = list(input.shape)[:-3]
    c, h, w = input.size(-3), input.size(-2) // r, input.size(-1) // r
    n = len(lead)
    split = input.reshape(lead + [c, h, r, w, r])
    order = list(range(n)) + [n, n + 2, n + 4, n + 1, n + 3]
    return split.permute(order).reshape(lead + [c * r * r, h, w]).clone()


def channel_shuffle(input, groups):
    """Interleaves the groups of channels of [n, c, ...]."""
    if input.dim() <= 2:
        raise RuntimeError("channel_shuffle expects input with > 2 dims, but got input with sizes "
                           f"{list(input.shape)}")
    c = input.size(1)
    if groups <= 0 or c % groups != 0:
        raise RuntimeError("Number of channels must be divisible by groups. Got "
                           f"{c} channels and {groups} groups.")
    rest = list(input.shape)[2:]
    split = input.reshape([input.size(0), groups, c // groups] + rest)
    return split.transpose(1, 2).reshape(list(input.shape)).clone()

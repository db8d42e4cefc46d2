# torchvision.utils: images side by side, and as files.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from PIL.Image import _made


def _scaled(t, value_range):
    low, high = (t.min(), t.max()) if value_range is None else value_range
    range_ = torch.clamp(torch.as_tensor(high - low), min=1e-5)
    return (t.clamp(min=low, max=high) - low) / range_


def make_grid(tensor, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0):
    t = torch.stack(list(tensor), 0) if isinstance(tensor, (list, tuple)) else tensor
    if t.dim() == 2:
        t = t.unsqueeze(0)
    if t.dim() == 3:
        t = (torch.cat([t, t, t], 0) if t.shape[0] == 1 else t).unsqueeze(0)
    elif t.shape[1] == 1:
        t = torch.cat([t, t, t], 1)
    if normalize:
        t = torch.stack([_scaled(image, value_range) for image in t]) if scale_each else _scaled(t, value_range)
    count, channels, height, width = t.shape
    if count == 1:
        return t.squeeze(0)
    columns = min(nrow, count)
    rows = (count + columns - 1) // columns
    t = torch.nn.functional.pad(t, (padding, 0, padding, 0), value=pad_value)
    if rows * columns > count:
        t = torch.cat([t, torch.full([rows * columns - count] + list(t.shape[1:]), pad_value, dtype=t.dtype)], 0)
    t = t.reshape(rows, columns, channels, height + padding, width + padding).permute(2, 0, 3, 1, 4)
    t = t.reshape(channels, rows * (height + padding), columns * (width + padding))
    return torch.nn.functional.pad(t, (0, padding, 0, padding), value=pad_value)


def save_image(tensor, fp, format=None, nrow=8, padding=2, normalize=False, value_range=None, scale_each=False, pad_value=0.0):
    grid = make_grid(tensor, nrow, padding, normalize, value_range, scale_each, pad_value)
    pixels = grid.mul(255).add(0.5).clamp(0, 255).permute(1, 2, 0).cpu().to(torch.uint8)
    _made(pixels, "RGB").save(fp, format)

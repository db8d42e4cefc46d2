# torchvision.transforms.v2.functional: what differs from the functions of the first version.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import numpy
import torch
import torchvision.transforms.functional as _first
from torchvision.transforms.functional import (InterpolationMode, adjust_brightness, adjust_contrast, adjust_gamma, adjust_hue,
    adjust_saturation, center_crop, crop, erase, five_crop, gaussian_blur, get_dimensions, get_image_size, hflip,
    horizontal_flip, invert, pad, pil_to_tensor, rgb_to_grayscale, ten_crop, to_grayscale, to_pil_image, vertical_flip, vflip)

get_size = _first._sizes
_where = _first._where


def get_num_channels(inpt):
    return _first.get_image_num_channels(inpt)


def _mode(interpolation):
    if isinstance(interpolation, str):
        return InterpolationMode(interpolation.lower())
    return _first._mode(interpolation)


def to_image(inpt):
    if isinstance(inpt, numpy.ndarray):
        t = torch.from_numpy(inpt)
        return (t.unsqueeze(2) if t.dim() == 2 else t).permute(2, 0, 1).contiguous()
    return pil_to_tensor(inpt) if _first._is_image(inpt) else inpt


def to_dtype(inpt, dtype=torch.float32, scale=False):
    if inpt.dtype == dtype:
        return inpt
    if not scale:
        return inpt.to(dtype)
    if inpt.is_floating_point():
        return _first.convert_image_dtype(inpt, dtype)
    if dtype.is_floating_point:
        return inpt.to(dtype).mul(1.0 / _first._greatest[inpt.dtype])
    source = _first._greatest[inpt.dtype] + 1
    target = _first._greatest[dtype] + 1
    if source > target:
        return torch.div(inpt, source // target, rounding_mode="floor").to(dtype)
    return inpt.to(dtype) * (target // source)


convert_image_dtype = to_dtype


def normalize(inpt, mean, std, inplace=False):
    return _first.normalize(inpt, mean, std, inplace)


def resize(inpt, size, interpolation="bilinear", max_size=None, antialias=True):
    mode = _mode(interpolation)
    if isinstance(inpt, torch.Tensor):
        if inpt.dtype == torch.uint8 and mode.value in ("bilinear", "bicubic"):
            return _resize_bytes(inpt, [size] if isinstance(size, int) else size, mode.value, max_size, antialias)
    return _first.resize(inpt, size, mode, max_size, antialias)


def _resize_bytes(t, size, mode, max_size, antialias):
    """With weights of 16 bits, as PyTorch does on processors with AVX2."""
    if not antialias or t.dim() != 3:
        _tine.unsupported("only a single image of bytes is resized, with antialias=True; convert it by ToDtype(torch.float32, scale=True) before")
    height, width = t.shape[1], t.shape[2]
    new_height, new_width = _first._resized_size(height, width, size, max_size)
    filter = 18 if mode == "bilinear" else 19
    return _tine.resample(t.permute(1, 2, 0), new_width, new_height, filter, 0, 0, width, height).permute(2, 0, 1)


def resized_crop(inpt, top, left, height, width, size, interpolation="bilinear", antialias=True):
    return resize(crop(inpt, top, left, height, width), size, interpolation, antialias=antialias)


rotate = affine = perspective = _first._lacking

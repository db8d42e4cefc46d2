# PIL.ImageOps: simple operations on images.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from PIL.Image import Image, _color, _known_mode, _made


def grayscale(image):
    return image.convert("L")


def mirror(image):
    return image._like(image._pixels().flip(1))


def flip(image):
    return image._like(image._pixels().flip(0))


def invert(image):
    return image._like(255 - image._pixels())


def expand(image, border=0, fill=0):
    """The image with a border in a color; `border` is a number, or two, or four: left, top, right, bottom."""
    if isinstance(border, tuple):
        left, top, right, bottom = border * 2 if len(border) == 2 else border
    else:
        left, top, right, bottom = (border, border, border, border)
    color = _color(fill, _known_mode(image, "the color of a border"))
    pad = (left, right, top, bottom)
    pixels = image._pixels()
    parts = [torch.nn.functional.pad(pixels[:, :, i], pad, value=color[i]) for i in range(len(color))]
    return _made(torch.stack(parts, 2), image.mode)

# torchvision.io: image files as tensors with the channels first.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
from enum import Enum


class ImageReadMode(Enum):
    UNCHANGED = 0
    GRAY = 1
    GRAY_ALPHA = 2
    RGB = 3
    RGB_ALPHA = 4


def read_image(path, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):
    if apply_exif_orientation:
        _tine.unsupported("the orientation in an image file is not applied")
    name = mode.upper() if isinstance(mode, str) else mode.name
    if name == "UNCHANGED":
        return _tine.decode_image(path, "").permute(2, 0, 1)
    if name == "RGB":
        return _tine.decode_image(path, "RGB").permute(2, 0, 1)
    _tine.unsupported("images are read UNCHANGED or as RGB; PIL.Image.open(path).convert(\"L\") gives a gray image")


def decode_image(input, mode=ImageReadMode.UNCHANGED, apply_exif_orientation=False):
    if not isinstance(input, str):
        _tine.unsupported("decode_image() takes the name of a file")
    return read_image(input, mode, apply_exif_orientation)


def write_png(input, filename, compression_level=6):
    _tine.write_image(filename, input.permute(1, 2, 0))


def write_jpeg(input, filename, quality=75):
    _tine.write_image(filename, input.permute(1, 2, 0), min(max(quality, 1), 100))

# PIL.ImageEnhance: more or less color, contrast and brightness.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from PIL.Image import _channels, _gray, _known_mode, blend


class _Enhance:
    def __init__(self, image):
        self.image = image
        mode = _known_mode(image, "what is enhanced")
        pixels = image._pixels()
        made = self._degenerate(pixels, mode)
        if mode in ("LA", "RGBA"):
            made = torch.cat([made[:, :, :-1], pixels[:, :, -1:]], 2)
        self.degenerate = image._like(made)

    def enhance(self, factor):
        return blend(self.degenerate, self.image, factor)


class Color(_Enhance):
    def _degenerate(self, pixels, mode):
        return _gray(pixels, mode).expand(pixels.shape)


class Contrast(_Enhance):
    def _degenerate(self, pixels, mode):
        mean = torch.floor(_gray(pixels, mode).double().mean() + 0.5).to(torch.uint8)
        return mean.expand(pixels.shape)


class Brightness(_Enhance):
    def _degenerate(self, pixels, mode):
        return torch.zeros_like(pixels)


class Sharpness:
    def __init__(self, image):
        _tine.unsupported("ImageEnhance.Sharpness is not supported")

# torchvision.transforms: brightness, contrast and the like, and blurs.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
from PIL import ImageEnhance
from PIL.Image import Image, _known_mode


def _bound(t):
    return 1.0 if t.is_floating_point() else 255.0


def _blend(t, other, ratio):
    return (ratio * t + (1.0 - ratio) * other).clamp(0, _bound(t)).to(t.dtype)


def _check_factor(factor, name):
    if factor < 0:
        raise ValueError(f"{name} ({factor}) is not non-negative.")


def _channels(t):
    if not t.is_floating_point() and t.dtype != torch.uint8:
        _tine.unsupported("colors of tensors of floats and bytes are changed; write .to(torch.uint8)")
    if not _tine.is_known(t.shape[-3]):
        _tine.unsupported("the number of channels must be known when the program is compiled; write Image.open(...).convert(\"RGB\")")
    if t.shape[-3] not in (1, 3):
        raise TypeError(f"Input image tensor permitted channel values are [1, 3], but found {t.shape[-3]}")
    return t.shape[-3]


def _gray(t):
    r, g, b = t.unbind(-3)
    return (0.2989 * r + 0.587 * g + 0.114 * b).to(t.dtype).unsqueeze(-3)


def adjust_brightness(img, brightness_factor):
    if isinstance(img, Image):
        return ImageEnhance.Brightness(img).enhance(brightness_factor)
    _check_factor(brightness_factor, "brightness_factor")
    _channels(img)
    return _blend(img, torch.zeros_like(img), brightness_factor)


def adjust_contrast(img, contrast_factor):
    if isinstance(img, Image):
        return ImageEnhance.Contrast(img).enhance(contrast_factor)
    _check_factor(contrast_factor, "contrast_factor")
    kind = img.dtype if img.is_floating_point() else torch.float32
    gray = _gray(img) if _channels(img) == 3 else img
    return _blend(img, gray.to(kind).mean((-3, -2, -1), keepdim=True), contrast_factor)


def adjust_saturation(img, saturation_factor):
    if isinstance(img, Image):
        return ImageEnhance.Color(img).enhance(saturation_factor)
    _check_factor(saturation_factor, "saturation_factor")
    return img if _channels(img) == 1 else _blend(img, _gray(img), saturation_factor)


def _hue(r, g, b, greatest, range_, wide=False):
    """As colorsys has it, in sixths of the circle; `wide`: sums have 64 bits."""
    rc = (greatest - r) / range_
    gc = (greatest - g) / range_
    bc = (greatest - b) / range_
    if wide:
        rc = rc.double()
        gc = gc.double()
        bc = bc.double()
    return torch.where(greatest == r, bc - gc, torch.where(greatest == g, 2.0 + rc - bc, 4.0 + gc - rc))


def _sectors(h, v, p, q, t):
    """Red, green and blue by the sixth of the circle."""
    first = h.to(torch.int32) % 6

    def choose(values):
        result = values[5]
        for i in range(5):
            result = torch.where(first == i, values[i], result)
        return result

    return choose([v, q, p, p, t, v]), choose([t, v, v, q, p, p]), choose([p, p, t, v, v, q])


def _hue_of_bytes(pixels, shift):
    """As Pillow does it, in bytes: hue and saturation are rounded down."""
    r = pixels[:, :, 0].float()
    g = pixels[:, :, 1].float()
    b = pixels[:, :, 2].float()
    greatest = torch.maximum(r, torch.maximum(g, b))
    range_ = greatest - torch.minimum(r, torch.minimum(g, b))
    isGray = range_ == 0
    one = torch.ones_like(range_)
    h = _hue(r, g, b, greatest, torch.where(isGray, one, range_), True).float().double()
    h = torch.fmod(h / 6.0 + 1.0, 1.0).float()
    h = torch.where(isGray, torch.zeros_like(h), h)
    h = ((h.double() * 255.0).to(torch.int32) + shift) % 256
    s = torch.where(isGray, torch.zeros_like(range_), range_ / torch.where(greatest == 0, one, greatest))
    s = (s.double() * 255.0).to(torch.int32)
    turns = h.float().double() * 6.0 / 255.0
    sixth = torch.floor(turns)
    rest = (turns - sixth).float().double()
    share = (s.float().double() / 255.0).float().double()
    v = greatest.double()

    def rounded(x):
        return torch.floor(x + 0.5).clamp(0, 255)

    p = rounded(v * (1.0 - share))
    q = rounded(v * (1.0 - (share * rest).float().double()))
    t = rounded(v * (1.0 - share * (1.0 - rest)))
    made = [torch.where(s == 0, v, c).to(torch.uint8) for c in _sectors(sixth, v, p, q, t)]
    return torch.stack(made, 2)


def adjust_hue(img, hue_factor):
    if not -0.5 <= hue_factor <= 0.5:
        raise ValueError(f"hue_factor ({hue_factor}) is not in [-0.5, 0.5].")
    if isinstance(img, Image):
        mode = _known_mode(img, "the hue")
        if mode == "L":
            return img
        if mode != "RGB":
            _tine.unsupported("the hue of RGB images is changed; write .convert(\"RGB\")")
        return img._like(_hue_of_bytes(img._pixels(), int(hue_factor * 255)))
    if _channels(img) == 1:
        return img
    x = img if img.is_floating_point() else img.to(torch.float32) / 255.0
    r, g, b = x.unbind(-3)
    greatest = torch.amax(x, -3)
    range_ = greatest - torch.amin(x, -3)
    isGray = range_ == 0
    one = torch.ones_like(range_)
    s = range_ / torch.where(isGray, one, greatest)
    h = _hue(r, g, b, greatest, torch.where(isGray, one, range_))
    h = (torch.fmod(h / 6.0 + 1.0, 1.0) + hue_factor) % 1.0
    sixth = torch.floor(h * 6.0)
    rest = h * 6.0 - sixth
    p = torch.clamp(greatest * (1.0 - s), 0.0, 1.0)
    q = torch.clamp(greatest * (1.0 - s * rest), 0.0, 1.0)
    t = torch.clamp(greatest * (1.0 - s * (1.0 - rest)), 0.0, 1.0)
    made = torch.stack(list(_sectors(sixth, greatest, p, q, t)), -3)
    return made if img.is_floating_point() else made.mul(255.0 + 1.0 - 1e-3).to(img.dtype)


def adjust_gamma(img, gamma, gain=1):
    if gamma < 0:
        raise ValueError("Gamma should be a non-negative real number")
    if isinstance(img, Image):
        table = torch.tensor([int((255 + 1 - 1e-3) * gain * pow(value / 255.0, gamma)) for value in range(256)]).clamp(0, 255).to(torch.uint8)
        return img._like(table[img._pixels().long()])
    _channels(img)
    x = img if img.is_floating_point() else img.to(torch.float32) / 255.0
    x = (gain * x.pow(gamma)).clamp(0, 1)
    return x if img.is_floating_point() else x.mul(255.0 + 1.0 - 1e-3).to(img.dtype)


def _kernel(size, sigma, kind):
    half = (size - 1) * 0.5
    x = torch.linspace(-half, half, steps=size, dtype=kind)
    weights = torch.exp(-0.5 * (x / sigma).pow(2))
    return weights / weights.sum()


def gaussian_blur(img, kernel_size, sigma=None):
    sizes = [kernel_size, kernel_size] if isinstance(kernel_size, int) else list(kernel_size)
    sizes = sizes * 2 if len(sizes) == 1 else sizes
    if sigma is None:
        sigma = [size * 0.15 + 0.35 for size in sizes]
    sigmas = [float(sigma), float(sigma)] if isinstance(sigma, (int, float)) else [float(part) for part in sigma]
    sigmas = sigmas * 2 if len(sigmas) == 1 else sigmas
    if isinstance(img, Image):
        return img._like(_blurred(img._pixels().permute(2, 0, 1), sizes, sigmas).permute(1, 2, 0))
    return _blurred(img, sizes, sigmas)


def _blurred(img, sizes, sigmas):
    kind = img.dtype if img.is_floating_point() else torch.float32
    kernel = _kernel(sizes[1], sigmas[1], kind)[:, None] * _kernel(sizes[0], sigmas[0], kind)[None, :]
    x = img.to(kind)
    shape = list(x.shape)
    # Each channel by itself: their number may be of the run.
    x = x.reshape(-1, 1, shape[-2], shape[-1])
    x = torch.nn.functional.pad(x, (sizes[0] // 2, sizes[0] // 2, sizes[1] // 2, sizes[1] // 2), mode="reflect")
    x = torch.nn.functional.conv2d(x, kernel[None, None]).reshape(shape)
    return x if img.is_floating_point() else torch.round(x).to(img.dtype)

# torchvision.transforms.functional: images of PIL and tensors cut, resized, converted.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import numpy
import torch
from PIL import Image, ImageOps
from PIL.Image import _channels, _cropped, _known_mode, _made
from enum import Enum
from torchvision.transforms._color import (adjust_brightness, adjust_contrast, adjust_gamma, adjust_hue, adjust_saturation, gaussian_blur)


class InterpolationMode(Enum):
    NEAREST = "nearest"
    NEAREST_EXACT = "nearest-exact"
    BILINEAR = "bilinear"
    BICUBIC = "bicubic"
    BOX = "box"
    HAMMING = "hamming"
    LANCZOS = "lanczos"


_filters = {"nearest": 0, "nearest-exact": 0, "bilinear": 2, "bicubic": 3, "box": 4, "hamming": 5, "lanczos": 1}
_modes = {0: InterpolationMode.NEAREST, 1: InterpolationMode.LANCZOS, 2: InterpolationMode.BILINEAR, 3: InterpolationMode.BICUBIC,
          4: InterpolationMode.BOX, 5: InterpolationMode.HAMMING}


def _mode(interpolation):
    if isinstance(interpolation, InterpolationMode):
        return interpolation
    return _modes[int(interpolation)]


def _is_image(img):
    return isinstance(img, Image.Image)


def _check(img):
    if not _is_image(img) and not isinstance(img, torch.Tensor):
        raise TypeError(f"Unexpected type {type(img)}")


def _where(condition, img, change):
    """The image, changed where that holds: a branch chooses pixels, not objects."""
    if not _is_image(img):
        return change(img) if condition else img
    pixels = img._pixels()
    mode = img.mode
    if condition:
        made = change(img)
        pixels = made._pixels()
        mode = made.mode
    return _made(pixels, mode)


def get_dimensions(img):
    if isinstance(img, torch.Tensor):
        return [1 if img.dim() == 2 else img.shape[-3], img.shape[-2], img.shape[-1]]
    return [get_image_num_channels(img), img.height, img.width]


def get_image_size(img):
    if isinstance(img, torch.Tensor):
        return [img.shape[-1], img.shape[-2]]
    return [img.width, img.height]


def get_image_num_channels(img):
    if isinstance(img, torch.Tensor):
        return 1 if img.dim() == 2 else img.shape[-3]
    return _channels[_known_mode(img, "the number of channels")]


def _sizes(img):
    """Height and width."""
    return (img.shape[-2], img.shape[-1]) if isinstance(img, torch.Tensor) else (img.height, img.width)


def to_tensor(pic):
    if _is_image(pic):
        return pic._pixels().permute(2, 0, 1).contiguous().to(torch.get_default_dtype()).div(255)
    if not isinstance(pic, numpy.ndarray):
        raise TypeError(f"pic should be PIL Image or ndarray. Got {type(pic)}")
    if pic.ndim not in (2, 3):
        raise ValueError(f"pic should be 2/3 dimensional. Got {pic.ndim} dimensions.")
    t = torch.from_numpy(pic)
    t = (t.unsqueeze(2) if t.dim() == 2 else t).permute(2, 0, 1).contiguous()
    return t.to(torch.get_default_dtype()).div(255) if t.dtype == torch.uint8 else t


def pil_to_tensor(pic):
    if not _is_image(pic):
        raise TypeError(f"pic should be PIL Image. Got {type(pic)}")
    return pic._pixels().permute(2, 0, 1).clone()


def to_pil_image(pic, mode=None):
    if isinstance(pic, torch.Tensor):
        t = pic.detach().permute(1, 2, 0) if pic.dim() == 3 else pic.detach()
    elif isinstance(pic, numpy.ndarray):
        t = torch.from_numpy(pic)
    else:
        raise TypeError(f"pic should be Tensor or ndarray. Got {type(pic)}.")
    if t.dim() == 2:
        t = t.unsqueeze(2)
    if t.dim() != 3:
        raise ValueError(f"pic should be 2/3 dimensional. Got {pic.ndim} dimensions.")
    if not _tine.is_known(t.shape[2]):
        _tine.unsupported("the number of channels, which the mode of the image depends on, is known in the run alone; write to_pil_image(x[:3])")
    channels = t.shape[2]
    if channels > 4:
        raise ValueError(f"pic should not have > 4 channels. Got {channels} channels.")
    if t.is_floating_point():
        t = (t * 255).to(torch.uint8)
    if t.dtype != torch.uint8:
        _tine.unsupported("images of other elements than bytes and floats are not supported; write .to(torch.uint8)")
    made = ("L", "LA", "RGB", "RGBA")[channels - 1]
    if mode is not None and mode != made:
        _tine.unsupported(f"a tensor of {channels} channels makes an image of the mode {made}; leave the mode out")
    return _made(t.clone(), made)


def normalize(tensor, mean, std, inplace=False):
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"img should be Tensor Image. Got {type(tensor)}")
    if not tensor.is_floating_point():
        raise TypeError(f"Input tensor should be a float tensor. Got {tensor.dtype}.")
    if tensor.dim() < 3:
        raise ValueError(f"Expected tensor to be a tensor image of size (..., C, H, W). Got tensor.size() = {tensor.size()}")
    m = torch.as_tensor(mean, dtype=tensor.dtype)
    s = torch.as_tensor(std, dtype=tensor.dtype)
    if _tine.is_known(std):
        if 0 in std:
            raise ValueError(f"std evaluated to zero after conversion to {tensor.dtype}, leading to division by zero.")
    m = m.view(-1, 1, 1) if m.dim() == 1 else m
    s = s.view(-1, 1, 1) if s.dim() == 1 else s
    return tensor.sub_(m).div_(s) if inplace else tensor.sub(m).div(s)


_greatest = {torch.uint8: 255, torch.int8: 127, torch.int16: 32767, torch.int32: 2147483647, torch.int64: 9223372036854775807, torch.bool: 1}


def convert_image_dtype(image, dtype=torch.float32):
    if not isinstance(image, torch.Tensor):
        raise TypeError("Input img should be Tensor Image")
    if image.dtype == dtype:
        return image
    if image.is_floating_point():
        if dtype.is_floating_point:
            return image.to(dtype)
        if image.dtype == torch.float32 and dtype in (torch.int32, torch.int64) or image.dtype == torch.float64 and dtype == torch.int64:
            raise RuntimeError(f"The cast from {image.dtype} to {dtype} cannot be performed safely.")
        return image.mul(float(_greatest[dtype]) + 1.0 - 1e-3).to(dtype)
    source = float(_greatest[image.dtype])
    if dtype.is_floating_point:
        return image.to(dtype) / source
    target = float(_greatest[dtype])
    if source > target:
        return torch.div(image, int((source + 1) // (target + 1)), rounding_mode="floor").to(dtype)
    return image.to(dtype) * int((target + 1) // (source + 1))


def _resized_size(height, width, size, max_size):
    """Height and width of the result."""
    if len(size) == 2:
        return size[0], size[1]
    short = size[0]
    if max_size is not None and max_size <= short:
        raise ValueError(f"max_size = {max_size} must be strictly greater than the requested size for the smaller edge size = {size}")
    if _tine.is_known(height) and _tine.is_known(width):
        long = int(short * (height if width <= height else width) / (width if width <= height else height))
    else:
        long = int(short * max(height, width) / min(height, width))
    if max_size is not None and long > max_size:
        short = int(max_size * short / long)
        long = max_size
    return (long, short) if width <= height else (short, long)


def resize(img, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
    _check(img)
    if isinstance(size, int):
        size = [size]
    if len(size) not in (1, 2):
        raise ValueError(f"Size must be an int or a 1 or 2 element tuple/list, not a {len(size)} element tuple/list")
    if max_size is not None and len(size) != 1:
        raise ValueError("max_size should only be passed if size specifies the length of the smaller edge, i.e. size should be an int or a sequence of length 1 in torchscript mode.")
    height, width = _sizes(img)
    new_height, new_width = _resized_size(height, width, size, max_size)
    mode = _mode(interpolation).value
    if _is_image(img):
        return img.resize((new_width, new_height), _filters[mode])
    return _resize_tensor(img, (new_height, new_width), mode, antialias)


def _resize_tensor(img, size, mode, antialias):
    if mode not in ("nearest", "nearest-exact", "bilinear", "bicubic"):
        raise NotImplementedError(f"Input Error: Only 4D input Tensors supported for the mode {mode}")
    if img.shape[-2] == size[0] and img.shape[-1] == size[1]:
        return img
    kind = img.dtype
    x = img if kind == torch.float32 or kind == torch.float64 else img.to(torch.float32)
    x = x.unsqueeze(0) if img.dim() < 4 else x
    if antialias and mode in ("bilinear", "bicubic"):
        x = _antialiased(x, size, mode)
    elif mode in ("bilinear", "bicubic"):
        x = torch.nn.functional.interpolate(x, size=size, mode=mode, align_corners=False)
    else:
        x = torch.nn.functional.interpolate(x, size=size, mode=mode)
    if mode == "bicubic" and kind == torch.uint8:
        x = x.clamp(min=0, max=255)
    x = x.squeeze(0) if img.dim() < 4 else x
    if x.dtype != kind:
        x = (torch.round(x) if kind in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64) else x).to(kind)
    return x


def _weights(old, new, mode, dtype):
    """A row for each element that is made: the weights of all there are."""
    scale = old / new
    stretch = max(scale, 1.0)
    middle = (torch.arange(new, dtype=dtype) + 0.5) * scale
    reach = (1.0 if mode == "bilinear" else 2.0) * stretch
    first = torch.clamp((middle - reach + 0.5).to(torch.int64), min=0)
    end = torch.clamp((middle + reach + 0.5).to(torch.int64), max=old)
    places = torch.arange(old)
    x = ((places.to(dtype) - middle.unsqueeze(1) + 0.5) / stretch).abs()
    if mode == "bilinear":
        weight = torch.clamp(1.0 - x, min=0)
    else:
        near = (1.5 * x - 2.5) * x * x + 1.0
        far = ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0
        weight = torch.where(x < 1, near, torch.where(x < 2, far, torch.zeros_like(x)))
    weight = torch.where((places >= first.unsqueeze(1)) & (places < end.unsqueeze(1)), weight, torch.zeros_like(weight))
    return weight / weight.sum(1, keepdim=True)


def _antialiased(x, size, mode):
    """Each pass as a product: width, then height."""
    if not _same(x.shape[-1], size[1]):
        x = torch.matmul(x, _weights(x.shape[-1], size[1], mode, x.dtype).t())
    if not _same(x.shape[-2], size[0]):
        x = torch.matmul(_weights(x.shape[-2], size[0], mode, x.dtype), x)
    return x


def _same(old, new):
    """Whether it is sure that nothing changes."""
    return _tine.is_known(old) and _tine.is_known(new) and old == new


def _sides(padding):
    """Left, top, right, bottom."""
    if isinstance(padding, int):
        return (padding, padding, padding, padding)
    if len(padding) not in (1, 2, 4):
        raise ValueError(f"Padding must be an int or a 1, 2, or 4 element tuple, not a {len(padding)} element tuple")
    if len(padding) == 1:
        return (padding[0], padding[0], padding[0], padding[0])
    if len(padding) == 2:
        return (padding[0], padding[1], padding[0], padding[1])
    return tuple(padding)


def pad(img, padding, fill=0, padding_mode="constant"):
    _check(img)
    if padding_mode not in ("constant", "edge", "reflect", "symmetric"):
        raise ValueError("Padding mode should be either constant, edge, reflect or symmetric")
    sides = _sides(padding)
    if _is_image(img) and padding_mode == "constant":
        if isinstance(fill, (list, tuple)):
            color = tuple([int(part) for part in fill])
            color = color * get_image_num_channels(img) if len(color) == 1 else color
            return ImageOps.expand(img, sides, color if len(color) > 1 else color[0])
        if int(fill) == 0:
            return img._like(_pad_tensor(img._pixels().permute(2, 0, 1), sides, 0, padding_mode).permute(1, 2, 0))
        channels = get_image_num_channels(img)
        return ImageOps.expand(img, sides, (int(fill),) * channels if channels > 1 else int(fill))
    if _is_image(img):
        return img._like(_pad_tensor(img._pixels().permute(2, 0, 1), sides, 0, padding_mode).permute(1, 2, 0))
    return _pad_tensor(img, sides, 0 if fill is None else fill, padding_mode)


def _mirrored(size, before, after):
    """Places of the elements of a line that is continued by its mirror image."""
    places = torch.arange(-before, size + after)
    places = torch.where(places < 0, -1 - places, places)
    return torch.where(places >= size, 2 * size - 1 - places, places)


def _pad_tensor(img, sides, fill, padding_mode):
    left, top, right, bottom = sides
    if padding_mode == "symmetric":
        rows = _mirrored(img.shape[-2], top, bottom)
        columns = _mirrored(img.shape[-1], left, right)
        return img.index_select(-2, rows).index_select(-1, columns)
    if padding_mode == "constant":
        return torch.nn.functional.pad(img, (left, right, top, bottom), value=float(fill) if img.is_floating_point() else int(fill))
    kind = img.dtype
    x = img if kind in (torch.float32, torch.float64) else img.to(torch.float32)
    x = x.unsqueeze(0) if img.dim() < 4 else x
    x = torch.nn.functional.pad(x, (left, right, top, bottom), mode="replicate" if padding_mode == "edge" else "reflect")
    x = x.squeeze(0) if img.dim() < 4 else x
    return x.to(kind)


def crop(img, top, left, height, width):
    _check(img)
    if _is_image(img):
        return img._like(_cropped(img._pixels(), left, top, left + width, top + height))
    return _cut(_cut(img, -2, top, height), -1, left, width)


def _cut(img, dim, first, count):
    size = img.shape[dim]
    if first < 0 or first + count > size:
        before = max(0, -first)
        after = max(0, first + count - size)
        img = torch.nn.functional.pad(img, (before, after) if dim == -1 else (0, 0, before, after))
        first = first + before
    return img.narrow(dim, first, count)


def _middle(size, count):
    """Where the middle `count` of `size` elements begin; where they are fewer, they get a margin."""
    if size >= count:
        return int(round((size - count) / 2.0))
    return -((count - size) // 2)


def center_crop(img, output_size):
    _check(img)
    if isinstance(output_size, (int, float)):
        output_size = (int(output_size), int(output_size))
    elif len(output_size) == 1:
        output_size = (output_size[0], output_size[0])
    height, width = _sizes(img)
    return crop(img, _middle(height, output_size[0]), _middle(width, output_size[1]), output_size[0], output_size[1])


def resized_crop(img, top, left, height, width, size, interpolation=InterpolationMode.BILINEAR, antialias=True):
    return resize(crop(img, top, left, height, width), size, interpolation, antialias=antialias)


def hflip(img):
    _check(img)
    return img._like(img._pixels().flip(1)) if _is_image(img) else img.flip(-1)


def vflip(img):
    _check(img)
    return img._like(img._pixels().flip(0)) if _is_image(img) else img.flip(-2)


horizontal_flip = hflip
vertical_flip = vflip


def five_crop(img, size):
    if isinstance(size, int):
        size = (size, size)
    elif len(size) == 1:
        size = (size[0], size[0])
    height, width = _sizes(img)
    if size[1] > width or size[0] > height:
        raise ValueError(f"Requested crop size {tuple(size)} is bigger than input size {(height, width)}")
    right = width - size[1]
    bottom = height - size[0]
    return (crop(img, 0, 0, size[0], size[1]), crop(img, 0, right, size[0], size[1]), crop(img, bottom, 0, size[0], size[1]),
            crop(img, bottom, right, size[0], size[1]), center_crop(img, size))


def ten_crop(img, size, vertical_flip=False):
    return five_crop(img, size) + five_crop(vflip(img) if vertical_flip else hflip(img), size)


def to_grayscale(img, num_output_channels=1):
    if not _is_image(img):
        raise TypeError("Input should be PIL Image")
    if num_output_channels not in (1, 3):
        raise ValueError("num_output_channels should be either 1 or 3")
    gray = img.convert("L")
    return gray if num_output_channels == 1 else gray.convert("RGB")


def rgb_to_grayscale(img, num_output_channels=1):
    if _is_image(img):
        return to_grayscale(img, num_output_channels)
    if img.dim() < 3:
        raise TypeError(f"Input image tensor should have at least 3 dimensions, but found {img.dim()}")
    if not _tine.is_known(img.shape[-3]):
        _tine.unsupported("the number of channels must be known when the program is compiled; write Image.open(...).convert(\"RGB\")")
    if img.shape[-3] == 3:
        r, g, b = img.unbind(-3)
        gray = (0.2989 * r + 0.587 * g + 0.114 * b).to(img.dtype).unsqueeze(-3)
    else:
        gray = img.clone()
    return torch.cat([gray, gray, gray], -3) if num_output_channels == 3 else gray


def rotate(img, angle, interpolation=InterpolationMode.NEAREST, expand=False, center=None, fill=None):
    if not _is_image(img):
        _tine.unsupported("images of PIL are rotated, not tensors; put the rotation in front of ToTensor()")
    color = None
    if isinstance(fill, (list, tuple)):
        channels = get_image_num_channels(img)
        color = tuple([int(part) for part in (fill * channels if len(fill) == 1 else fill)])
        color = color if channels > 1 else color[0]
    elif fill is not None and int(fill) != 0:
        channels = get_image_num_channels(img)
        color = (int(fill),) * channels if channels > 1 else int(fill)
    return img.rotate(angle, _filters[_mode(interpolation).value], expand, center, fillcolor=color)


def invert(img):
    _check(img)
    if _is_image(img):
        return ImageOps.invert(img)
    return (1 if img.is_floating_point() else _greatest[img.dtype]) - img


def erase(img, i, j, h, w, v, inplace=False):
    if not isinstance(img, torch.Tensor):
        raise TypeError(f"img should be Tensor Image. Got {type(img)}")
    if not inplace:
        img = img.clone()
    img[..., i:i + h, j:j + w] = v
    return img


def _lacking(*args, **kwargs):
    _tine.unsupported("this transform is not supported")


affine = perspective = elastic_transform = adjust_sharpness = posterize = solarize = autocontrast = equalize = _lacking

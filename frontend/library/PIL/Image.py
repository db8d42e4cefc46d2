# PIL.Image: images of files and arrays.
#
# The pixels of an image are a tensor of uint8 with the sizes height, width and channels; those of a file are read
# when they are first needed. The sizes of a file are known in the run alone, and so is its mode until `convert`.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import io
import math
import os
import torch
from enum import IntEnum
from PIL import UnidentifiedImageError


class DecompressionBombError(Exception):
    pass


class Resampling(IntEnum):
    NEAREST = 0
    BOX = 4
    BILINEAR = 2
    HAMMING = 5
    BICUBIC = 3
    LANCZOS = 1


class Transpose(IntEnum):
    FLIP_LEFT_RIGHT = 0
    FLIP_TOP_BOTTOM = 1
    ROTATE_90 = 2
    ROTATE_180 = 3
    ROTATE_270 = 4
    TRANSPOSE = 5
    TRANSVERSE = 6


NEAREST = Resampling.NEAREST
BOX = Resampling.BOX
BILINEAR = Resampling.BILINEAR
HAMMING = Resampling.HAMMING
BICUBIC = Resampling.BICUBIC
LANCZOS = Resampling.LANCZOS
FLIP_LEFT_RIGHT = Transpose.FLIP_LEFT_RIGHT
FLIP_TOP_BOTTOM = Transpose.FLIP_TOP_BOTTOM
ROTATE_90 = Transpose.ROTATE_90
ROTATE_180 = Transpose.ROTATE_180
ROTATE_270 = Transpose.ROTATE_270
TRANSPOSE = Transpose.TRANSPOSE
TRANSVERSE = Transpose.TRANSVERSE

MAX_IMAGE_PIXELS = 89478485

_channels = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4}
_bands = {"L": ("L",), "LA": ("L", "A"), "RGB": ("R", "G", "B"), "RGBA": ("R", "G", "B", "A")}


def _known_mode(image, what):
    """The mode, which the program must say; a path may have chosen among images of one."""
    mode = image.mode
    if not _tine.is_known(mode):
        isRead = image._data is not None
        if _tine.is_known(isRead) and isRead:
            channels = image._data.shape[2]
            if _tine.is_known(channels):
                return ("L", "LA", "RGB", "RGBA")[channels - 1]
        _tine.unsupported(f"{what} depends on the mode of the image, which only the run knows here; write Image.open(...).convert(\"RGB\"), or \"L\" for a gray image")
    return mode


def _check_target(mode):
    if not _tine.is_known(mode):
        _tine.unsupported("the mode that an image is converted to must be known when the program is compiled")
    if mode not in ("L", "LA", "RGB", "RGBA"):
        _tine.unsupported(f"images cannot be converted to the mode '{mode}'; L, LA, RGB and RGBA are supported")


def _gray(pixels, mode):
    """ITU-R 601-2, in bytes."""
    if mode in ("L", "LA"):
        return pixels[:, :, :1]
    wide = pixels[:, :, :3].int()
    return ((wide[:, :, :1] * 19595 + wide[:, :, 1:2] * 38470 + wide[:, :, 2:3] * 7471 + 32768) // 65536).to(torch.uint8)


def _converted(pixels, mode, target):
    if target in ("L", "LA"):
        colors = _gray(pixels, mode)
    elif mode in ("L", "LA"):
        colors = pixels[:, :, :1].expand(pixels.shape[0], pixels.shape[1], 3)
    else:
        colors = pixels[:, :, :3]
    if target in ("L", "RGB"):
        return colors.clone()
    if mode in ("LA", "RGBA"):
        alpha = pixels[:, :, -1:]
    else:
        alpha = torch.full((pixels.shape[0], pixels.shape[1], 1), 255, dtype=torch.uint8)
    return torch.cat([colors, alpha], 2)


def _as_rgba(pixels):
    """Of 1 to 4 channels: L, LA, RGB or RGBA."""
    channels = pixels.shape[2]
    green = 1 if channels > 2 else 0
    blue = 2 if channels > 2 else 0
    last = pixels[:, :, channels - 1]
    alpha = torch.where(torch.tensor(channels % 2 == 0), last, torch.full_like(last, 255))
    return torch.stack([pixels[:, :, 0], pixels[:, :, green], pixels[:, :, blue], alpha], 2)


def _cropped(pixels, left, upper, right, lower):
    """Black outside of the image."""
    return _cut(_cut(pixels, 0, upper, lower - upper), 1, left, right - left)


def _cut(pixels, dim, first, count):
    size = pixels.shape[dim]
    if first < 0 or first + count > size:
        before = max(0, -first)
        after = max(0, first + count - size)
        pad = (0, 0, 0, 0, before, after) if dim == 0 else (0, 0, before, after)
        pixels = torch.nn.functional.pad(pixels, pad)
        first = first + before
    return pixels.narrow(dim, first, count)


def _transposed(pixels, method):
    if method == 0:
        return pixels.flip(1)
    if method == 1:
        return pixels.flip(0)
    if method == 2:
        return pixels.transpose(0, 1).flip(0)
    if method == 3:
        return pixels.flip(0, 1)
    if method == 4:
        return pixels.transpose(0, 1).flip(1)
    if method == 5:
        return pixels.transpose(0, 1)
    return pixels.transpose(0, 1).flip(0, 1)


def _rotated(pixels, angle, expand, center, translate, color):
    """Each pixel is the one that is nearest to where it comes from, by numbers with 16 bits behind the point."""
    h, w = pixels.shape[0], pixels.shape[1]
    x, y = (w / 2, h / 2) if center is None else center
    cos = math.floor(math.cos(-math.radians(angle)) * 1e15 + 0.5) / 1e15
    sin = math.floor(math.sin(-math.radians(angle)) * 1e15 + 0.5) / 1e15
    left = cos * (-x - translate[0]) + sin * (-y - translate[1]) + x
    top = -sin * (-x - translate[0]) + cos * (-y - translate[1]) + y
    width, height = w, h
    if expand:
        xs = [cos * i + sin * j + left for i, j in ((0, 0), (w, 0), (w, h), (0, h))]
        ys = [-sin * i + cos * j + top for i, j in ((0, 0), (w, 0), (w, h), (0, h))]
        width = math.ceil(max(xs)) - math.floor(min(xs))
        height = math.ceil(max(ys)) - math.floor(min(ys))
        i = -(width - w) / 2.0
        j = -(height - h) / 2.0
        left, top = cos * i + sin * j + left, -sin * i + cos * j + top
    if w + h + width + height > 16000:
        raise NotImplementedError("images of such sizes are not rotated")
    columns = torch.arange(width)
    rows = torch.arange(height).unsqueeze(1)
    from_x = (_fixed(left + cos * 0.5 + sin * 0.5) + rows * _fixed(sin) + columns * _fixed(cos)) // 65536
    from_y = (_fixed(top - sin * 0.5 + cos * 0.5) + rows * _fixed(cos) + columns * _fixed(-sin)) // 65536
    inside = (from_x >= 0) & (from_x < w) & (from_y >= 0) & (from_y < h)
    made = pixels[from_y.clamp(0, h - 1), from_x.clamp(0, w - 1)]
    return torch.where(inside.unsqueeze(2), made, torch.tensor([int(part) for part in color], dtype=torch.uint8))


def _fixed(number):
    return math.floor(number * 65536.0 + 0.5)


def _nearer(number, distance):
    """The int below or above, which is at least 1."""
    below = math.floor(number)
    above = math.ceil(number)
    return max(below if distance(below) <= distance(above) else above, 1)


def _thumbnail_size(width, height, x, y):
    """What fits into x by y with the shape of the image, which does not grow."""
    if x < width or y < height:
        aspect = width / height
        if x / y >= aspect:
            x = _nearer(y * aspect, lambda n: abs(aspect - n / y))
        else:
            y = _nearer(x / aspect, lambda n: 0.0 if n == 0 else abs(aspect - x / max(n, 1)))
    else:
        x = width
        y = height
    return x, y


def _jpeg_scale(format, across, down):
    """A JPEG is read at a fraction of its size that has enough pixels."""
    most = min(across, down)
    if format != "JPEG" or most < 2:
        return 1
    return 8 if most >= 8 else 4 if most >= 4 else 2


def _is_caught():
    """True if a handler is for errors of files."""
    return any([_tine.is_caught(kind) for kind in ("FileNotFoundError", "OSError", "ValueError", "SyntaxError", "NotImplementedError", "UnidentifiedImageError")])


def _check(path, mode):
    """Raises the error of a file to the handler."""
    io.open(path).close()
    problem = _tine.data("image_problem", path, mode)
    kind, _, text = problem.partition(": ")
    if kind == "PIL.UnidentifiedImageError":
        raise UnidentifiedImageError(text)
    if kind == "PIL.Image.DecompressionBombError":
        raise DecompressionBombError(text)
    if kind == "SyntaxError":
        raise SyntaxError(text)
    if kind == "ValueError":
        raise ValueError(text)
    if kind == "NotImplementedError":
        raise NotImplementedError(text)
    if kind != "":
        raise OSError(text)


def _decoded(path, mode, scale=1):
    caught = _is_caught()
    if caught:
        _check(path, mode)
    return _tine.decode_image(path, mode, scale, caught)


@_tine.record
class Image:
    def __init__(self):
        self.mode = ""
        self.format = None
        self.filename = ""
        self._size = (0, 0)
        self._file = None
        self._data = None

    @property
    def size(self):
        return self._size

    @property
    def width(self):
        return self._size[0]

    @property
    def height(self):
        return self._size[1]

    def _pixels(self):
        """Those of a file in its own mode."""
        if self._data is None:
            self._data = _decoded(self._file, "")
        return self._data

    def _like(self, pixels):
        return _made(pixels, self.mode)

    def load(self):
        self._pixels()

    def close(self):
        pass

    verify = close

    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass

    def getbands(self):
        return _bands[_known_mode(self, "what getbands() gives")]

    def copy(self):
        return self._like(self._pixels().clone())

    def __eq__(self, other):
        if not isinstance(other, Image):
            return False
        if _known_mode(self, "a comparison") != _known_mode(other, "a comparison"):
            return False
        return torch.equal(self._pixels(), other._pixels())

    def __ne__(self, other):
        return not self == other

    def __array__(self, dtype=None, copy=None):
        mode = _known_mode(self, "the shape of the array")
        pixels = self._pixels().clone()
        return (pixels[:, :, 0] if mode == "L" else pixels).numpy()

    def convert(self, mode=None, matrix=None, dither=None, palette=0, colors=256):
        if matrix is not None:
            _tine.unsupported("a conversion by a matrix is not supported")
        if mode is None:
            _tine.unsupported("convert() needs the mode here: write convert(\"RGB\")")
        _check_target(mode)
        if self._data is None:
            return _made(_decoded(self._file, mode), mode)
        if not _tine.is_known(self.mode):
            pixels = _as_rgba(self._data)
            return _made(pixels if mode == "RGBA" else _converted(pixels, "RGBA", mode), mode)
        if mode == self.mode:
            return self.copy()
        return _made(_converted(self._data, self.mode, mode), mode)

    def _filter(self, resample, reducing_gap):
        """Its number for the run time."""
        filter = 3 if resample is None else int(resample)
        if reducing_gap is None or filter == 0:
            return filter
        if reducing_gap != 2:
            _tine.unsupported("a reducing_gap but 2.0 is not supported")
        return filter + 32

    def resize(self, size, resample=None, box=None, reducing_gap=None):
        if reducing_gap is not None and box is not None:
            _tine.unsupported("a reducing_gap beside a box is not supported")
        width, height = size
        left, upper, right, lower = (0, 0, self._size[0], self._size[1]) if box is None else box
        return self._like(_tine.resample(self._pixels(), width, height, self._filter(resample, reducing_gap), left, upper, right, lower))

    def thumbnail(self, size, resample=3, reducing_gap=2.0):
        x = math.floor(size[0])
        y = math.floor(size[1])
        width, height = _thumbnail_size(self._size[0], self._size[1], x, y)
        scale = 1
        if self._data is None:
            if reducing_gap is not None:
                scale = _jpeg_scale(self.format, self._size[0] // int(size[0] * reducing_gap), self._size[1] // int(size[1] * reducing_gap))
            self._data = _decoded(self._file, "", scale)
        right = self._size[0] / scale
        lower = self._size[1] / scale
        if self._data.shape[1] == width and self._data.shape[0] == height:
            right = float(width)
            lower = float(height)
        self._data = _tine.resample(self._data, width, height, self._filter(resample, reducing_gap), 0, 0, right, lower)
        self._size = (width, height)

    def crop(self, box=None):
        if box is None:
            return self.copy()
        left, upper, right, lower = [int(round(edge)) for edge in box]
        if right < left:
            raise ValueError("Coordinate 'right' is less than 'left'")
        if lower < upper:
            raise ValueError("Coordinate 'lower' is less than 'upper'")
        return self._like(_cropped(self._pixels(), left, upper, right, lower))

    def transpose(self, method):
        return self._like(_transposed(self._pixels(), int(method)))

    def rotate(self, angle, resample=0, expand=False, center=None, translate=None, fillcolor=None):
        if _tine.is_known(angle) and center is None and translate is None:
            turns = angle % 360.0 / 90.0
            if turns == 0:
                return self.copy()
            if turns == 2 or expand and (turns == 1 or turns == 3):
                return self.transpose(int(turns) + 1)
        if int(resample) != 0:
            _tine.unsupported("images are rotated by the nearest pixels, or by right angles; leave the argument resample out")
        color = (0,) if fillcolor is None else _color(fillcolor, _known_mode(self, "a color"))
        return self._like(_rotated(self._pixels(), angle % 360.0, expand, center, (0, 0) if translate is None else translate, color))

    def split(self):
        if len(self.getbands()) == 1:
            return (self.copy(),)
        pixels = self._pixels()
        return tuple([_made(pixels[:, :, i:i + 1].clone(), "L") for i in range(len(self.getbands()))])

    def getchannel(self, channel):
        if isinstance(channel, str):
            channel = self.getbands().index(channel)
        return self.split()[channel]

    def getpixel(self, xy):
        x, y = xy
        mode = _known_mode(self, "a pixel")
        if x < 0:
            x = self._size[0] + x
        if y < 0:
            y = self._size[1] + y
        if x < 0 or y < 0 or x >= self._size[0] or y >= self._size[1]:
            raise IndexError("image index out of range")
        pixel = self._pixels()[y, x]
        values = tuple([pixel[i].item() for i in range(_channels[mode])])
        return values[0] if len(values) == 1 else values

    def putpixel(self, xy, value):
        x, y = xy
        color = _color(value, _known_mode(self, "a pixel"))
        for i in range(len(color)):
            self._pixels()[y, x, i] = color[i]

    def paste(self, im, box=None, mask=None):
        if mask is not None or not isinstance(im, Image):
            _tine.unsupported("paste() takes an image without a mask")
        if _known_mode(im, "paste()") != _known_mode(self, "paste()"):
            im = im.convert(self.mode)
        left, upper = (0, 0) if box is None else (box[0], box[1])
        first_row = max(0, -upper)
        first_column = max(0, -left)
        rows = min(im.height, self.height - upper)
        columns = min(im.width, self.width - left)
        if rows > first_row and columns > first_column:
            self._pixels()[upper + first_row:upper + rows, left + first_column:left + columns] = im._pixels()[first_row:rows, first_column:columns]

    def save(self, fp, format=None, **params):
        if not isinstance(fp, str):
            fp = os.fspath(fp)
        suffix = os.path.splitext(fp)[1].lower() if format is None else "." + format.lower()
        if suffix not in (".png", ".jpg", ".jpeg", ".jpe", ".jfif"):
            if _tine.is_known(suffix):
                _tine.unsupported("images are written as PNG or JPEG; let the name of the file end with '.png' or '.jpg'")
            raise ValueError(f"unknown file extension: {suffix} (images are written as PNG or JPEG)")
        quality = 75
        for name in params:
            if name == "quality":
                if isinstance(params[name], str):
                    _tine.unsupported("the quality of a JPEG is a number")
                quality = min(max(params[name], 1), 100)
            elif name not in ("optimize", "compress_level"):
                _tine.unsupported(f"the argument '{name}' of save() is not supported")
        _tine.write_image(fp, self._pixels(), 0 if suffix == ".png" else quality)

    def _lacking(self, *args, **kwargs):
        _tine.unsupported("this method of images is not supported; use NumPy or torch on np.asarray(image)")

    filter = point = quantize = putalpha = reduce = tobytes = histogram = getdata = transform = show = seek = tell = getbbox = _lacking


def _made(pixels, mode):
    image = Image()
    image.mode = mode
    image._size = (pixels.shape[1], pixels.shape[0])
    image._data = pixels
    return image


def open(fp, mode="r", formats=None):
    if mode != "r":
        raise ValueError(f"bad mode {mode!r}")
    if formats is not None:
        _tine.unsupported("open() tries all formats; leave the argument formats out")
    if not isinstance(fp, str):
        if _tine.has_member(fp, "__fspath__"):
            fp = os.fspath(fp)
        elif _tine.has_member(fp, "name"):
            fp = fp.name
        else:
            _tine.unsupported("Image.open() takes the name of a file")
    image = Image()
    caught = _is_caught()
    if caught:
        _check(fp, "head")
    width, height, mode, format = _tine.image_head(fp, caught)
    image.mode = mode
    image.format = format
    image.filename = fp
    image._size = (width, height)
    image._file = fp
    return image


def _color(color, mode):
    """A tuple of a number for each channel."""
    if isinstance(color, str):
        if color not in ("black", "white"):
            _tine.unsupported("names of colors but 'black' and 'white' are not supported; give a tuple of ints")
        value = 0 if color == "black" else 255
        opaque = {"LA": (value, 255), "RGBA": (value, value, value, 255)}
        return opaque[mode] if mode in opaque else (value,) * _channels[mode]
    if isinstance(color, (tuple, list)):
        color = tuple(color)
        if len(color) == 3 and mode == "RGBA" or len(color) == 1 and mode == "LA":
            return color + (255,)
        if len(color) != _channels[mode]:
            raise TypeError("color must be int, or tuple of one, three or four elements" if len(mode) > 2 else "color must be int or single-element tuple")
        return color
    if mode == "L":
        return (color,)
    # A number has the channels in its bytes, but gray first.
    if mode == "LA":
        return (color % 256, 255)
    return (color % 256, color // 256 % 256, color // 65536 % 256, color // 16777216 % 256)[:_channels[mode]]


def new(mode, size, color=0):
    if not _tine.is_known(mode):
        _tine.unsupported("the mode of a new image must be known when the program is compiled")
    if mode not in _channels:
        _tine.unsupported(f"images of the mode '{mode}' are not supported; L, LA, RGB and RGBA are")
    width, height = size
    if width < 0 or height < 0:
        raise ValueError("Width and height must be >= 0")
    pixel = torch.tensor([int(part) for part in _color(color, mode)], dtype=torch.uint8)
    return _made(pixel.expand(height, width, _channels[mode]).clone(), mode)


def fromarray(obj, mode=None):
    t = torch.from_numpy(obj).clone()
    if t.dtype == torch.bool and t.dim() == 2:
        _tine.unsupported("images of bools are not supported; write (array * 255).astype(np.uint8)")
    if t.dtype != torch.uint8:
        if t.dim() == 2 and t.dtype in (torch.int32, torch.float32, torch.int16):
            _tine.unsupported("images of other elements than bytes are not supported; give an array of uint8")
        raise TypeError(f"Cannot handle this data type: {(1, 1) + tuple(t.shape[2:])}, {_letters(obj.dtype)}")
    if t.dim() == 2:
        made = _made(t.unsqueeze(2), "L")
    else:
        modes = {2: "LA", 3: "RGB", 4: "RGBA"}
        if t.dim() != 3 or t.shape[2] not in modes:
            raise TypeError(f"Cannot handle this data type: {(1, 1) + tuple(t.shape[2:])}, |u1")
        made = _made(t, modes[t.shape[2]])
    if mode is not None and mode != made.mode:
        _tine.unsupported(f"an array of this shape makes an image of the mode {made.mode}; leave the mode out")
    return made


def _letters(dtype):
    return ("|" if dtype.itemsize == 1 else "<") + dtype.kind + str(dtype.itemsize)


def merge(mode, bands):
    if mode not in _channels or _channels[mode] != len(bands):
        raise ValueError("wrong number of bands")
    return _made(torch.cat([band._pixels() for band in bands], 2), mode)


def blend(im1, im2, alpha):
    """Of numbers that are rounded down, with those out of range at its ends."""
    if _known_mode(im1, "blend()") != _known_mode(im2, "blend()"):
        raise ValueError("image has wrong mode")
    if im1.size != im2.size:
        raise ValueError("images do not match")
    first = im1._pixels().float()
    share = torch.tensor(float(alpha), dtype=torch.float32)
    pixels = first + share * (im2._pixels().float() - first)
    return im1._like(pixels.clamp(0, 255).to(torch.uint8))


def _lacking(*args, **kwargs):
    _tine.unsupported("this function of PIL.Image is not supported; use NumPy or torch on np.asarray(image)")


composite = alpha_composite = eval = _lacking

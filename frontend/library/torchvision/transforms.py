# torchvision.transforms: what prepares images of PIL and tensors.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import math
import random
import torch
import torchvision.transforms.functional as F
from torchvision.transforms.functional import InterpolationMode


class Compose:
    def __init__(self, transforms):
        self.transforms = transforms

    def __call__(self, img):
        for t in self.transforms:
            img = t(img)
        return img

    def __repr__(self):
        return type(self).__name__ + "(" + "".join([f"\n    {t}" for t in self.transforms]) + "\n)"


class ToTensor:
    def __call__(self, pic):
        return F.to_tensor(pic)

    def __repr__(self):
        return "ToTensor()"


class PILToTensor:
    def __call__(self, pic):
        return F.pil_to_tensor(pic)

    def __repr__(self):
        return "PILToTensor()"


class ToPILImage:
    def __init__(self, mode=None):
        self.mode = mode

    def __call__(self, pic):
        return F.to_pil_image(pic, self.mode)

    def __repr__(self):
        return "ToPILImage(" + ("" if self.mode is None else f"mode={self.mode}") + ")"


class Lambda:
    def __init__(self, lambd):
        self.lambd = lambd

    def __call__(self, img):
        return self.lambd(img)

    def __repr__(self):
        return "Lambda()"


def _size_of(size):
    if isinstance(size, (int, float)):
        return int(size), int(size)
    if len(size) == 1:
        return size[0], size[0]
    if len(size) != 2:
        raise ValueError("Please provide only two dimensions (h, w) for size.")
    return size


class ConvertImageDtype(torch.nn.Module):
    def __init__(self, dtype):
        super().__init__()
        self.dtype = dtype

    def forward(self, image):
        return F.convert_image_dtype(image, self.dtype)


class Normalize(torch.nn.Module):
    def __init__(self, mean, std, inplace=False):
        super().__init__()
        self.mean = mean
        self.std = std
        self.inplace = inplace

    def forward(self, tensor):
        return F.normalize(tensor, self.mean, self.std, self.inplace)

    def __repr__(self):
        return f"Normalize(mean={self.mean}, std={self.std})"


class Resize(torch.nn.Module):
    def __init__(self, size, interpolation=InterpolationMode.BILINEAR, max_size=None, antialias=True):
        super().__init__()
        if not isinstance(size, int) and len(size) not in (1, 2):
            raise ValueError("If size is a sequence, it should have 1 or 2 values")
        self.size = size
        self.max_size = max_size
        self.interpolation = F._mode(interpolation)
        self.antialias = antialias

    def forward(self, img):
        return F.resize(img, self.size, self.interpolation, self.max_size, self.antialias)

    def __repr__(self):
        return f"Resize(size={self.size}, interpolation={self.interpolation.value}, max_size={self.max_size}, antialias={self.antialias})"


class CenterCrop(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = _size_of(size)

    def forward(self, img):
        return F.center_crop(img, self.size)

    def __repr__(self):
        return f"CenterCrop(size={self.size})"


class Pad(torch.nn.Module):
    def __init__(self, padding, fill=0, padding_mode="constant"):
        super().__init__()
        self.padding = padding
        self.fill = fill
        self.padding_mode = padding_mode

    def forward(self, img):
        return F.pad(img, self.padding, self.fill, self.padding_mode)

    def __repr__(self):
        return f"Pad(padding={self.padding}, fill={self.fill}, padding_mode={self.padding_mode})"


class RandomCrop(torch.nn.Module):
    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant"):
        super().__init__()
        self.size = tuple(_size_of(size))
        self.padding = padding
        self.pad_if_needed = pad_if_needed
        self.fill = fill
        self.padding_mode = padding_mode

    @staticmethod
    def get_params(img, output_size):
        h, w = F._sizes(img)
        th, tw = output_size
        if h < th or w < tw:
            raise ValueError(f"Required crop size {(th, tw)} is larger than input image size {(h, w)}")
        i = 0
        j = 0
        if w != tw or h != th:
            i = torch.randint(0, h - th + 1, size=(1,)).item()
            j = torch.randint(0, w - tw + 1, size=(1,)).item()
        return i, j, th, tw

    def forward(self, img):
        if self.padding is not None:
            img = F.pad(img, self.padding, self.fill, self.padding_mode)
        if self.pad_if_needed:
            height, width = F._sizes(img)
            high = max(0, self.size[0] - height)
            wide = max(0, self.size[1] - width)
            img = F.pad(img, [wide, high], self.fill, self.padding_mode)
        i, j, h, w = self.get_params(img, self.size)
        return F.crop(img, i, j, h, w)

    def __repr__(self):
        return f"RandomCrop(size={self.size}, padding={self.padding})"


class RandomHorizontalFlip(torch.nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, img):
        return F._where(torch.rand(1) < self.p, img, F.hflip)

    def __repr__(self):
        return f"RandomHorizontalFlip(p={self.p})"


class RandomVerticalFlip(torch.nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, img):
        return F._where(torch.rand(1) < self.p, img, F.vflip)

    def __repr__(self):
        return f"RandomVerticalFlip(p={self.p})"


class RandomResizedCrop(torch.nn.Module):
    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation=InterpolationMode.BILINEAR, antialias=True):
        super().__init__()
        self.size = _size_of(size)
        self.interpolation = F._mode(interpolation)
        self.antialias = antialias
        self.scale = scale
        self.ratio = ratio

    @staticmethod
    def get_params(img, scale, ratio):
        height, width = F._sizes(img)
        area = height * width
        log_ratio = torch.log(torch.tensor(ratio)).tolist()
        for _ in range(10):
            target_area = area * torch.empty(1).uniform_(scale[0], scale[1]).item()
            aspect_ratio = torch.exp(torch.empty(1).uniform_(log_ratio[0], log_ratio[1])).item()
            w = int(round(math.sqrt(target_area * aspect_ratio)))
            h = int(round(math.sqrt(target_area / aspect_ratio)))
            if 0 < w <= width and 0 < h <= height:
                i = torch.randint(0, height - h + 1, size=(1,)).item()
                j = torch.randint(0, width - w + 1, size=(1,)).item()
                return i, j, h, w
        # The middle, with a shape as near as may be.
        in_ratio = float(width) / float(height)
        if in_ratio < min(ratio):
            w = width
            h = int(round(w / min(ratio)))
        elif in_ratio > max(ratio):
            h = height
            w = int(round(h * max(ratio)))
        else:
            w = width
            h = height
        return (height - h) // 2, (width - w) // 2, h, w

    def forward(self, img):
        i, j, h, w = self.get_params(img, self.scale, self.ratio)
        return F.resized_crop(img, i, j, h, w, self.size, self.interpolation, antialias=self.antialias)

    def __repr__(self):
        scale = tuple([round(s, 4) for s in self.scale])
        ratio = tuple([round(r, 4) for r in self.ratio])
        return f"RandomResizedCrop(size={self.size}, scale={scale}, ratio={ratio}, interpolation={self.interpolation.value}, antialias={self.antialias})"


class Grayscale(torch.nn.Module):
    def __init__(self, num_output_channels=1):
        super().__init__()
        self.num_output_channels = num_output_channels

    def forward(self, img):
        return F.rgb_to_grayscale(img, self.num_output_channels)

    def __repr__(self):
        return f"Grayscale(num_output_channels={self.num_output_channels})"


class FiveCrop(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = _size_of(size)

    def forward(self, img):
        return F.five_crop(img, self.size)

    def __repr__(self):
        return f"FiveCrop(size={self.size})"


class TenCrop(torch.nn.Module):
    def __init__(self, size, vertical_flip=False):
        super().__init__()
        self.size = _size_of(size)
        self.vertical_flip = vertical_flip

    def forward(self, img):
        return F.ten_crop(img, self.size, self.vertical_flip)

    def __repr__(self):
        return f"TenCrop(size={self.size}, vertical_flip={self.vertical_flip})"


class RandomApply(torch.nn.Module):
    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms = transforms
        self.p = p

    def forward(self, img):
        return F._where(self.p >= torch.rand(1), img, self._all)

    def _all(self, img):
        for t in self.transforms:
            img = t(img)
        return img

    def __repr__(self):
        return f"RandomApply(\n    p={self.p}" + "".join([f"\n    {t}" for t in self.transforms]) + "\n)"


class ColorJitter(torch.nn.Module):
    def __init__(self, brightness=0, contrast=0, saturation=0, hue=0):
        super().__init__()
        self.brightness = self._range(brightness, "brightness", 1)
        self.contrast = self._range(contrast, "contrast", 1)
        self.saturation = self._range(saturation, "saturation", 1)
        self.hue = self._range(hue, "hue", 0)

    def _range(self, value, name, center):
        if isinstance(value, (int, float)):
            if value < 0:
                raise ValueError(f"If {name} is a single number, it must be non negative.")
            low = center - float(value)
            low = max(low, 0.0) if center == 1 else low
            high = center + float(value)
        else:
            low = float(value[0])
            high = float(value[1])
        bound = (0, math.inf) if center == 1 else (-0.5, 0.5)
        if not bound[0] <= low <= high <= bound[1]:
            raise ValueError(f"{name} values should be between {bound}, but got {[low, high]}.")
        return None if low == high == center else (low, high)

    @staticmethod
    def get_params(brightness, contrast, saturation, hue):
        order = torch.randperm(4)
        b = None if brightness is None else float(torch.empty(1).uniform_(brightness[0], brightness[1]))
        c = None if contrast is None else float(torch.empty(1).uniform_(contrast[0], contrast[1]))
        s = None if saturation is None else float(torch.empty(1).uniform_(saturation[0], saturation[1]))
        h = None if hue is None else float(torch.empty(1).uniform_(hue[0], hue[1]))
        return order, b, c, s, h

    def forward(self, img):
        order, b, c, s, h = self.get_params(self.brightness, self.contrast, self.saturation, self.hue)
        for i in range(4):
            which = order[i].item()
            if b is not None:
                img = F._where(which == 0, img, lambda x: F.adjust_brightness(x, b))
            if c is not None:
                img = F._where(which == 1, img, lambda x: F.adjust_contrast(x, c))
            if s is not None:
                img = F._where(which == 2, img, lambda x: F.adjust_saturation(x, s))
            if h is not None:
                img = F._where(which == 3, img, lambda x: F.adjust_hue(x, h))
        return img

    def __repr__(self):
        return f"ColorJitter(brightness={self.brightness}, contrast={self.contrast}, saturation={self.saturation}, hue={self.hue})"


class RandomGrayscale(torch.nn.Module):
    def __init__(self, p=0.1):
        super().__init__()
        self.p = p

    def forward(self, img):
        channels = F.get_dimensions(img)[0]
        return F._where(torch.rand(1) < self.p, img, lambda x: F.rgb_to_grayscale(x, channels))

    def __repr__(self):
        return f"RandomGrayscale(p={self.p})"


class GaussianBlur(torch.nn.Module):
    def __init__(self, kernel_size, sigma=(0.1, 2.0)):
        super().__init__()
        self.kernel_size = _size_of(kernel_size)
        for size in self.kernel_size:
            if size <= 0 or size % 2 == 0:
                raise ValueError("Kernel size value should be an odd and positive number.")
        self.sigma = (sigma, sigma) if isinstance(sigma, (int, float)) else sigma

    @staticmethod
    def get_params(sigma_min, sigma_max):
        return torch.empty(1).uniform_(sigma_min, sigma_max).item()

    def forward(self, img):
        sigma = self.get_params(self.sigma[0], self.sigma[1])
        return F.gaussian_blur(img, self.kernel_size, [sigma, sigma])

    def __repr__(self):
        return f"GaussianBlur(kernel_size={self.kernel_size}, sigma={self.sigma})"


class RandomErasing(torch.nn.Module):
    def __init__(self, p=0.5, scale=(0.02, 0.33), ratio=(0.3, 3.3), value=0, inplace=False):
        super().__init__()
        if isinstance(value, str):
            _tine.unsupported("RandomErasing() takes numbers as its value")
        self.p = p
        self.scale = scale
        self.ratio = ratio
        self.value = value
        self.inplace = inplace

    @staticmethod
    def get_params(img, scale, ratio):
        """The rectangle; without one after ten trials it has no rows."""
        height, width = img.shape[-2], img.shape[-1]
        log_ratio = torch.log(torch.tensor(ratio)).tolist()
        for _ in range(10):
            area = height * width * torch.empty(1).uniform_(scale[0], scale[1]).item()
            aspect = torch.exp(torch.empty(1).uniform_(log_ratio[0], log_ratio[1])).item()
            h = int(round(math.sqrt(area * aspect)))
            w = int(round(math.sqrt(area / aspect)))
            if h < height and w < width:
                i = torch.randint(0, height - h + 1, size=(1,)).item()
                j = torch.randint(0, width - w + 1, size=(1,)).item()
                return i, j, h, w
        return 0, 0, 0, 0

    def forward(self, img):
        values = [float(self.value)] if isinstance(self.value, (int, float)) else [float(part) for part in self.value]
        if len(values) != 1 and len(values) != img.shape[-3]:
            raise ValueError(f"If value is a sequence, it should have either a single value or {img.shape[-3]} (number of input channels)")
        i = 0
        j = 0
        h = 0
        w = 0
        if torch.rand(1) < self.p:
            i, j, h, w = self.get_params(img, self.scale, self.ratio)
        # By a mask: which elements there are, only the run knows.
        rows = torch.arange(img.shape[-2]).unsqueeze(1)
        columns = torch.arange(img.shape[-1])
        inside = (rows >= i) & (rows < i + h) & (columns >= j) & (columns < j + w)
        return torch.where(inside, torch.tensor(values).to(img.dtype).view(-1, 1, 1), img)

    def __repr__(self):
        return f"RandomErasing(p={self.p}, scale={self.scale}, ratio={self.ratio}, value={self.value}, inplace={self.inplace})"


class RandomRotation(torch.nn.Module):
    def __init__(self, degrees, interpolation=InterpolationMode.NEAREST, expand=False, center=None, fill=0):
        super().__init__()
        if isinstance(degrees, (int, float)):
            if degrees < 0:
                raise ValueError("If degrees is a single number, it must be positive.")
            degrees = [-degrees, degrees]
        self.degrees = [float(d) for d in degrees]
        self.interpolation = F._mode(interpolation)
        self.expand = expand
        self.center = center
        self.fill = 0 if fill is None else fill

    @staticmethod
    def get_params(degrees):
        return float(torch.empty(1).uniform_(float(degrees[0]), float(degrees[1])).item())

    def forward(self, img):
        return F.rotate(img, self.get_params(self.degrees), self.interpolation, self.expand, self.center, self.fill)

    def __repr__(self):
        center = "" if self.center is None else f", center={self.center}"
        return f"RandomRotation(degrees={self.degrees}, interpolation={self.interpolation.value}, expand={self.expand}{center}, fill={self.fill})"


class _Lacking:
    def __init__(self, *args, **kwargs):
        _tine.unsupported("this transform is not supported")


RandomAffine = RandomPerspective = LinearTransformation = _Lacking
RandomOrder = RandomChoice = RandomInvert = RandomPosterize = RandomSolarize = RandomAdjustSharpness = RandomAutocontrast = RandomEqualize = _Lacking
AutoAugment = RandAugment = TrivialAugmentWide = AugMix = ElasticTransform = _Lacking

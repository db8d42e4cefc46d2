# torchvision.transforms.v2: the transforms whose second version differs, and the others.
#
# Images are plain tensors here, not of the class tv_tensors.Image.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch
import torchvision.transforms as _first
import torchvision.transforms.v2.functional as F
from torchvision.transforms import (CenterCrop, FiveCrop, Grayscale, InterpolationMode, Lambda, Normalize, Pad, PILToTensor, RandomHorizontalFlip,
    RandomVerticalFlip, TenCrop, ToPILImage, ToTensor)


class Compose(torch.nn.Module):
    def __init__(self, transforms):
        super().__init__()
        if len(transforms) == 0:
            raise ValueError("Pass at least one transform")
        self.transforms = transforms

    def forward(self, img):
        for t in self.transforms:
            img = t(img)
        return img

    def extra_repr(self):
        return "\n".join([f"    {t}" for t in self.transforms])


class Identity(torch.nn.Module):
    def forward(self, inpt):
        return inpt


class ToImage(torch.nn.Module):
    def forward(self, inpt):
        return F.to_image(inpt)


class ToPureTensor(Identity):
    pass


class ToDtype(torch.nn.Module):
    def __init__(self, dtype, scale=False):
        super().__init__()
        if not isinstance(dtype, torch.dtype):
            _tine.unsupported("ToDtype takes one dtype; classes of tensors are not supported")
        self.dtype = dtype
        self.scale = scale

    def forward(self, inpt):
        return F.to_dtype(inpt, self.dtype, self.scale) if isinstance(inpt, torch.Tensor) else inpt


class ConvertImageDtype(torch.nn.Module):
    def __init__(self, dtype=torch.float32):
        super().__init__()
        self.dtype = dtype

    def forward(self, inpt):
        return F.to_dtype(inpt, self.dtype, True)


class RGB(torch.nn.Module):
    def forward(self, inpt):
        if not isinstance(inpt, torch.Tensor):
            return inpt.convert("RGB")
        if not _tine.is_known(inpt.shape[-3]):
            _tine.unsupported("the number of channels must be known when the program is compiled; write Image.open(...).convert(\"RGB\")")
        return torch.cat([inpt, inpt, inpt], -3) if inpt.shape[-3] == 1 else inpt[..., :3, :, :]


class Resize(torch.nn.Module):
    def __init__(self, size, interpolation="bilinear", max_size=None, antialias=True):
        super().__init__()
        if size is None:
            _tine.unsupported("Resize() needs a size")
        self.size = [size] if isinstance(size, int) else list(size)
        self.interpolation = interpolation
        self.max_size = max_size
        self.antialias = antialias

    def forward(self, inpt):
        return F.resize(inpt, self.size, self.interpolation, self.max_size, self.antialias)


class RandomResizedCrop(torch.nn.Module):
    def __init__(self, size, scale=(0.08, 1.0), ratio=(3.0 / 4.0, 4.0 / 3.0), interpolation="bilinear", antialias=True):
        super().__init__()
        self.size = _first._size_of(size)
        self.scale = scale
        self.ratio = ratio
        self.interpolation = interpolation
        self.antialias = antialias

    def forward(self, inpt):
        i, j, h, w = _first.RandomResizedCrop.get_params(inpt, self.scale, self.ratio)
        return F.resized_crop(inpt, i, j, h, w, self.size, self.interpolation, self.antialias)


class RandomCrop(torch.nn.Module):
    def __init__(self, size, padding=None, pad_if_needed=False, fill=0, padding_mode="constant"):
        super().__init__()
        self.size = _first._size_of(size)
        self.padding = padding
        self.pad_if_needed = pad_if_needed
        self.fill = fill
        self.padding_mode = padding_mode

    def forward(self, inpt):
        if self.padding is not None:
            inpt = F.pad(inpt, self.padding, self.fill, self.padding_mode)
        if self.pad_if_needed:
            height, width = F.get_size(inpt)
            inpt = F.pad(inpt, [max(0, self.size[1] - width), max(0, self.size[0] - height)], self.fill, self.padding_mode)
        height, width = F.get_size(inpt)
        if height < self.size[0] or width < self.size[1]:
            raise ValueError(f"Required crop size {tuple(self.size)} is larger than {'padded ' if self.padding is not None else ''}input image size {(height, width)}.")
        top = 0
        left = 0
        if height > self.size[0]:
            top = int(torch.randint(0, height - self.size[0] + 1, size=()))
        if width > self.size[1]:
            left = int(torch.randint(0, width - self.size[1] + 1, size=()))
        return F.crop(inpt, top, left, self.size[0], self.size[1])


class RandomApply(torch.nn.Module):
    def __init__(self, transforms, p=0.5):
        super().__init__()
        self.transforms = transforms
        self.p = p

    def forward(self, img):
        return F._where(torch.rand(1) < self.p, img, self._all)

    def _all(self, img):
        for t in self.transforms:
            img = t(img)
        return img


def _image_only(inpt):
    if isinstance(inpt, torch.Tensor):
        _tine.unsupported("the second version of this transform takes images of PIL only; put it in front of ToImage()")
    return inpt


class ColorJitter(_first.ColorJitter):
    def forward(self, inpt):
        return super().forward(_image_only(inpt))


class RandomGrayscale(_first.RandomGrayscale):
    def forward(self, inpt):
        return super().forward(_image_only(inpt))


RandomRotation = RandomAffine = RandomPerspective = GaussianBlur = RandomErasing = LinearTransformation = _first._Lacking
RandomOrder = RandomChoice = RandomInvert = RandomPosterize = RandomSolarize = RandomAdjustSharpness = RandomAutocontrast = RandomEqualize = _first._Lacking
AutoAugment = RandAugment = TrivialAugmentWide = AugMix = ElasticTransform = MixUp = CutMix = RandomPhotometricDistort = RandomZoomOut = _first._Lacking
RandomResize = RandomShortestSize = ScaleJitter = GaussianNoise = RandomChannelPermutation = JPEG = RandomIoUCrop = _first._Lacking

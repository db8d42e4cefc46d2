# torchvision.transforms._presets: how images are prepared for models of images.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
import torchvision.transforms.functional as F
from torch import nn
from torchvision.transforms.functional import InterpolationMode


class ImageClassification(nn.Module):
    """Images of PIL or tensors to float tensors of their middle, `crop_size` high and wide, by the mean and deviation of ImageNet."""

    def __init__(self, *, crop_size, resize_size=256, mean=(0.485, 0.456, 0.406), std=(0.229, 0.224, 0.225),
                 interpolation=InterpolationMode.BILINEAR, antialias=True):
        super().__init__()
        self.crop_size = [crop_size]
        self.resize_size = [resize_size]
        self.mean = list(mean)
        self.std = list(std)
        self.interpolation = interpolation
        self.antialias = antialias

    def forward(self, img):
        middle = F.center_crop(F.resize(img, self.resize_size, self.interpolation, antialias=self.antialias), self.crop_size)
        pixels = middle if isinstance(middle, torch.Tensor) else F.pil_to_tensor(middle)
        return F.normalize(F.convert_image_dtype(pixels, torch.float), self.mean, self.std)

    def __repr__(self):
        facts = [f"{name}={getattr(self, name)}" for name in ("crop_size", "resize_size", "mean", "std", "interpolation")]
        return type(self).__name__ + "(\n    " + "\n    ".join(facts) + "\n)"

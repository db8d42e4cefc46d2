# torchvision.models.inception: Inception v3 (Szegedy et al. 2015), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from collections import namedtuple

import torch.nn.functional as F
from torch import nn
from torchvision.models._inception import BasicConv2d, Joined, in_halves
from torchvision.models._untrained import trained, untrained

InceptionOutputs = namedtuple("InceptionOutputs", ["logits", "aux_logits"])


class _Mixed(Joined):
    """Branches of convolutions, which are attributes named by their branch and place."""

    def __init__(self, conv_block):
        super().__init__()
        self._conv_block = BasicConv2d if conv_block is None else conv_block

    def _add(self, name, inner, outer, kernel, stride=1):
        """Keeps the size with stride 1, else has no padding."""
        padding = 0 if stride > 1 else (kernel[0] // 2, kernel[1] // 2) if isinstance(kernel, tuple) else kernel // 2
        setattr(self, name, self._conv_block(inner, outer, kernel_size=kernel, stride=stride, padding=padding))

    def _chain(self, name, inner, *layers):
        """`layers`: channels, kernel, and a stride other than 1."""
        for i, layer in enumerate(layers):
            self._add(f"{name}_{i + 1}", inner, *layer)
            inner = layer[0]

    def _run(self, name, count, x):
        for i in range(count):
            x = getattr(self, f"{name}_{i + 1}")(x)
        return x

    def _mean(self, x):
        return self.branch_pool(F.avg_pool2d(x, 3, 1, padding=1))


class InceptionA(_Mixed):
    def __init__(self, in_channels, pool_features, conv_block=None):
        super().__init__(conv_block)
        self._add("branch1x1", in_channels, 64, 1)
        self._chain("branch5x5", in_channels, (48, 1), (64, 5))
        self._chain("branch3x3dbl", in_channels, (64, 1), (96, 3), (96, 3))
        self._add("branch_pool", in_channels, pool_features, 1)

    def _forward(self, x):
        return [self.branch1x1(x), self._run("branch5x5", 2, x), self._run("branch3x3dbl", 3, x), self._mean(x)]


class InceptionB(_Mixed):
    """Halves the size."""

    def __init__(self, in_channels, conv_block=None):
        super().__init__(conv_block)
        self._add("branch3x3", in_channels, 384, 3, 2)
        self._chain("branch3x3dbl", in_channels, (64, 1), (96, 3), (96, 3, 2))

    def _forward(self, x):
        return [self.branch3x3(x), self._run("branch3x3dbl", 3, x), F.max_pool2d(x, 3, 2)]


class InceptionC(_Mixed):
    """7 x 7 as 1 x 7 and 7 x 1."""

    def __init__(self, in_channels, channels_7x7, conv_block=None):
        super().__init__(conv_block)
        few = channels_7x7
        self._add("branch1x1", in_channels, 192, 1)
        self._chain("branch7x7", in_channels, (few, 1), (few, (1, 7)), (192, (7, 1)))
        self._chain("branch7x7dbl", in_channels, (few, 1), (few, (7, 1)), (few, (1, 7)), (few, (7, 1)), (192, (1, 7)))
        self._add("branch_pool", in_channels, 192, 1)

    def _forward(self, x):
        return [self.branch1x1(x), self._run("branch7x7", 3, x), self._run("branch7x7dbl", 5, x), self._mean(x)]


class InceptionD(_Mixed):
    """Halves the size."""

    def __init__(self, in_channels, conv_block=None):
        super().__init__(conv_block)
        self._chain("branch3x3", in_channels, (192, 1), (320, 3, 2))
        self._chain("branch7x7x3", in_channels, (192, 1), (192, (1, 7)), (192, (7, 1)), (192, 3, 2))

    def _forward(self, x):
        return [self._run("branch3x3", 2, x), self._run("branch7x7x3", 4, x), F.max_pool2d(x, 3, 2)]


class InceptionE(_Mixed):
    """1 x 3 and 3 x 1 side by side."""

    def __init__(self, in_channels, conv_block=None):
        super().__init__(conv_block)
        self._add("branch1x1", in_channels, 320, 1)
        self._chain("branch3x3", in_channels, (384, 1))
        self._add("branch3x3_2a", 384, 384, (1, 3))
        self._add("branch3x3_2b", 384, 384, (3, 1))
        self._chain("branch3x3dbl", in_channels, (448, 1), (384, 3))
        self._add("branch3x3dbl_3a", 384, 384, (1, 3))
        self._add("branch3x3dbl_3b", 384, 384, (3, 1))
        self._add("branch_pool", in_channels, 192, 1)

    def _forward(self, x):
        one = self.branch3x3_1(x)
        two = self._run("branch3x3dbl", 2, x)
        return [self.branch1x1(x), self.branch3x3_2a(one), self.branch3x3_2b(one), self.branch3x3dbl_3a(two), self.branch3x3dbl_3b(two),
                self._mean(x)]


class InceptionAux(nn.Module):
    """Scores by what is known in the middle of the network, for training."""

    def __init__(self, in_channels, num_classes, conv_block=None):
        super().__init__()
        conv = BasicConv2d if conv_block is None else conv_block
        self.conv0 = conv(in_channels, 128, kernel_size=1)
        self.conv1 = conv(128, 768, kernel_size=5)
        self.fc = nn.Linear(768, num_classes)

    def forward(self, x):
        y = self.conv1(self.conv0(F.avg_pool2d(x, 5, 3)))
        return self.fc(F.adaptive_avg_pool2d(y, (1, 1)).flatten(1))


class Inception3(nn.Module):
    """In training the scores are InceptionOutputs, with those of the middle, unless `aux_logits` is False."""

    def __init__(self, num_classes=1000, aux_logits=True, transform_input=False, inception_blocks=None, init_weights=None, dropout=0.5):
        super().__init__()
        blocks = [BasicConv2d, InceptionA, InceptionB, InceptionC, InceptionD, InceptionE, InceptionAux]
        conv, a, b, c, d, e, aux = blocks if inception_blocks is None else inception_blocks
        self.aux_logits = aux_logits
        self.transform_input = transform_input
        self.Conv2d_1a_3x3 = conv(3, 32, kernel_size=3, stride=2)
        self.Conv2d_2a_3x3 = conv(32, 32, kernel_size=3)
        self.Conv2d_2b_3x3 = conv(32, 64, kernel_size=3, padding=1)
        self.maxpool1 = nn.MaxPool2d(3, 2)
        self.Conv2d_3b_1x1 = conv(64, 80, kernel_size=1)
        self.Conv2d_4a_3x3 = conv(80, 192, kernel_size=3)
        self.maxpool2 = nn.MaxPool2d(3, 2)
        self.Mixed_5b = a(192, pool_features=32)
        self.Mixed_5c = a(256, pool_features=64)
        self.Mixed_5d = a(288, pool_features=64)
        self.Mixed_6a = b(288)
        self.Mixed_6b = c(768, channels_7x7=128)
        self.Mixed_6c = c(768, channels_7x7=160)
        self.Mixed_6d = c(768, channels_7x7=160)
        self.Mixed_6e = c(768, channels_7x7=192)
        self.AuxLogits = aux(768, num_classes) if aux_logits else None
        self.Mixed_7a = d(768)
        self.Mixed_7b = e(1280)
        self.Mixed_7c = e(2048)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.dropout = nn.Dropout(dropout)
        self.fc = nn.Linear(2048, num_classes)
        if init_weights is None or init_weights:
            for name, part in self.named_modules():
                if isinstance(part, (nn.Conv2d, nn.Linear)):
                    nn.init.trunc_normal_(part.weight, mean=0.0, std=0.001 if name == "AuxLogits.fc" else 0.1, a=-2, b=2)

    def forward(self, x):
        """Images (n, 3, h, w), at least 75 x 75, to scores (n, num_classes)."""
        judges = self.training and self.aux_logits
        x = in_halves(x) if self.transform_input else x
        x = self.maxpool1(self.Conv2d_2b_3x3(self.Conv2d_2a_3x3(self.Conv2d_1a_3x3(x))))
        x = self.maxpool2(self.Conv2d_4a_3x3(self.Conv2d_3b_1x1(x)))
        x = self.Mixed_6a(self.Mixed_5d(self.Mixed_5c(self.Mixed_5b(x))))
        x = self.Mixed_6e(self.Mixed_6d(self.Mixed_6c(self.Mixed_6b(x))))
        middle = self.AuxLogits(x) if judges else None
        x = self.avgpool(self.Mixed_7c(self.Mixed_7b(self.Mixed_7a(x))))
        scores = self.fc(self.dropout(x).flatten(1))
        return InceptionOutputs(scores, middle) if judges else scores


inception_v3 = untrained("inception_v3", Inception3)

Inception_V3_Weights = trained("Inception_V3_Weights", IMAGENET1K_V1={"crop_size": 299, "resize_size": 342})

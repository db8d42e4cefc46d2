# torchvision.models.squeezenet: few channels in front of each 3 x 3 convolution (Iandola et al. 2016), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch import nn
from torchvision.models._untrained import trained, untrained


class Fire(nn.Module):
    """To few channels, and from these by 1 x 1 and by 3 x 3 to many."""

    def __init__(self, inplanes, squeeze_planes, expand1x1_planes, expand3x3_planes):
        super().__init__()
        self.inplanes = inplanes
        self.squeeze = nn.Conv2d(inplanes, squeeze_planes, 1)
        self.squeeze_activation = nn.ReLU(inplace=True)
        self.expand1x1 = nn.Conv2d(squeeze_planes, expand1x1_planes, 1)
        self.expand1x1_activation = nn.ReLU(inplace=True)
        self.expand3x3 = nn.Conv2d(squeeze_planes, expand3x3_planes, 3, padding=1)
        self.expand3x3_activation = nn.ReLU(inplace=True)

    def forward(self, x):
        few = self.squeeze_activation(self.squeeze(x))
        return torch.cat([self.expand1x1_activation(self.expand1x1(few)), self.expand3x3_activation(self.expand3x3(few))], 1)


# Channels and kernel of the first convolution, and behind which of the eight Fire modules a pooling halves the size.
_VERSIONS = {"1_0": (96, 7, [3, 7]), "1_1": (64, 3, [2, 4])}
_FIRES = [(16, 64), (16, 64), (32, 128), (32, 128), (48, 192), (48, 192), (64, 256), (64, 256)]


class SqueezeNet(nn.Module):
    def __init__(self, version="1_0", num_classes=1000, dropout=0.5):
        super().__init__()
        if version not in _VERSIONS:
            raise ValueError(f"Unsupported SqueezeNet version {version}: 1_0 or 1_1 expected")
        self.num_classes = num_classes
        channels, kernel, pooled = _VERSIONS[version]
        parts = [nn.Conv2d(3, channels, kernel, 2), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, ceil_mode=True)]
        for i, (few, many) in enumerate(_FIRES):
            parts.append(Fire(channels, few, many, many))
            if i + 1 in pooled:
                parts.append(nn.MaxPool2d(3, 2, ceil_mode=True))
            channels = 2 * many
        self.features = nn.Sequential(*parts)
        last = nn.Conv2d(channels, num_classes, 1)
        self.classifier = nn.Sequential(nn.Dropout(dropout), last, nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d((1, 1)))
        for part in self.modules():
            if isinstance(part, nn.Conv2d):
                if part is last:
                    nn.init.normal_(part.weight, mean=0.0, std=0.01)
                else:
                    nn.init.kaiming_uniform_(part.weight)
                nn.init.zeros_(part.bias)

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        return self.classifier(self.features(x)).flatten(1)


squeezenet1_0 = untrained("squeezenet1_0", SqueezeNet, "1_0")
squeezenet1_1 = untrained("squeezenet1_1", SqueezeNet, "1_1")

SqueezeNet1_0_Weights = trained("SqueezeNet1_0_Weights", IMAGENET1K_V1={})
SqueezeNet1_1_Weights = trained("SqueezeNet1_1_Weights", IMAGENET1K_V1={})

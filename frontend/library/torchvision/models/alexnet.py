# torchvision.models.alexnet: five convolutions and three linear layers (Krizhevsky 2014), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torch import nn
from torchvision.models._untrained import trained, untrained


class AlexNet(nn.Module):
    def __init__(self, num_classes=1000, dropout=0.5):
        super().__init__()
        parts = [nn.Conv2d(3, 64, 11, 4, padding=2), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2)]
        parts += [nn.Conv2d(64, 192, 5, padding=2), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2)]
        for inner, outer in [(192, 384), (384, 256), (256, 256)]:
            parts += [nn.Conv2d(inner, outer, 3, padding=1), nn.ReLU(inplace=True)]
        self.features = nn.Sequential(*parts, nn.MaxPool2d(3, 2))
        self.avgpool = nn.AdaptiveAvgPool2d((6, 6))
        self.classifier = nn.Sequential(nn.Dropout(dropout), nn.Linear(256 * 6 * 6, 4096), nn.ReLU(inplace=True),
                                        nn.Dropout(dropout), nn.Linear(4096, 4096), nn.ReLU(inplace=True),
                                        nn.Linear(4096, num_classes))

    def forward(self, x):
        """Images (n, 3, h, w), at least 63 x 63, to scores (n, num_classes)."""
        return self.classifier(self.avgpool(self.features(x)).flatten(1))


alexnet = untrained("alexnet", AlexNet)

AlexNet_Weights = trained("AlexNet_Weights", IMAGENET1K_V1={})

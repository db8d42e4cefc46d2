# torchvision.models.googlenet: convolutions of several sizes side by side (Szegedy et al. 2014), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from collections import namedtuple

import torch.nn.functional as F
from torch import nn
from torchvision.models._inception import BasicConv2d, Joined, in_halves
from torchvision.models._untrained import trained, untrained

GoogLeNetOutputs = namedtuple("GoogLeNetOutputs", ["logits", "aux_logits2", "aux_logits1"])


class Inception(Joined):
    """Branches with kernels 1 x 1, twice 3 x 3, and a pooling; in front of the larger kernels are fewer channels."""

    def __init__(self, in_channels, ch1x1, ch3x3red, ch3x3, ch5x5red, ch5x5, pool_proj, conv_block=None):
        super().__init__()
        conv = BasicConv2d if conv_block is None else conv_block
        self.branch1 = conv(in_channels, ch1x1, kernel_size=1)
        self.branch2 = nn.Sequential(conv(in_channels, ch3x3red, kernel_size=1), conv(ch3x3red, ch3x3, kernel_size=3, padding=1))
        # The paper has 5 x 5 here, trained weights have 3 x 3.
        self.branch3 = nn.Sequential(conv(in_channels, ch5x5red, kernel_size=1), conv(ch5x5red, ch5x5, kernel_size=3, padding=1))
        self.branch4 = nn.Sequential(nn.MaxPool2d(3, 1, padding=1, ceil_mode=True), conv(in_channels, pool_proj, kernel_size=1))

    def _forward(self, x):
        return [self.branch1(x), self.branch2(x), self.branch3(x), self.branch4(x)]


class InceptionAux(nn.Module):
    """Scores by what is known in the middle of the network, for training."""

    def __init__(self, in_channels, num_classes, conv_block=None, dropout=0.7):
        super().__init__()
        self.conv = (BasicConv2d if conv_block is None else conv_block)(in_channels, 128, kernel_size=1)
        self.fc1 = nn.Linear(2048, 1024)
        self.fc2 = nn.Linear(1024, num_classes)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        y = self.conv(F.adaptive_avg_pool2d(x, (4, 4))).flatten(1)
        return self.fc2(self.dropout(F.relu(self.fc1(y), inplace=True)))


class GoogLeNet(nn.Module):
    """In training the scores are GoogLeNetOutputs, with those of the middle, unless `aux_logits` is False."""

    def __init__(self, num_classes=1000, aux_logits=True, transform_input=False, init_weights=None, blocks=None, dropout=0.2, dropout_aux=0.7):
        super().__init__()
        conv, inception, aux = [BasicConv2d, Inception, InceptionAux] if blocks is None else blocks
        self.aux_logits = aux_logits
        self.transform_input = transform_input
        self.conv1 = conv(3, 64, kernel_size=7, stride=2, padding=3)
        self.maxpool1 = nn.MaxPool2d(3, 2, ceil_mode=True)
        self.conv2 = conv(64, 64, kernel_size=1)
        self.conv3 = conv(64, 192, kernel_size=3, padding=1)
        self.maxpool2 = nn.MaxPool2d(3, 2, ceil_mode=True)
        self.inception3a = inception(192, 64, 96, 128, 16, 32, 32)
        self.inception3b = inception(256, 128, 128, 192, 32, 96, 64)
        self.maxpool3 = nn.MaxPool2d(3, 2, ceil_mode=True)
        self.inception4a = inception(480, 192, 96, 208, 16, 48, 64)
        self.inception4b = inception(512, 160, 112, 224, 24, 64, 64)
        self.inception4c = inception(512, 128, 128, 256, 24, 64, 64)
        self.inception4d = inception(512, 112, 144, 288, 32, 64, 64)
        self.inception4e = inception(528, 256, 160, 320, 32, 128, 128)
        self.maxpool4 = nn.MaxPool2d(2, 2, ceil_mode=True)
        self.inception5a = inception(832, 256, 160, 320, 32, 128, 128)
        self.inception5b = inception(832, 384, 192, 384, 48, 128, 128)
        self.aux1 = aux(512, num_classes, dropout=dropout_aux) if aux_logits else None
        self.aux2 = aux(528, num_classes, dropout=dropout_aux) if aux_logits else None
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.dropout = nn.Dropout(dropout)
        self.fc = nn.Linear(1024, num_classes)
        if init_weights is None or init_weights:
            for part in self.modules():
                if isinstance(part, (nn.Conv2d, nn.Linear)):
                    nn.init.trunc_normal_(part.weight, mean=0.0, std=0.01, a=-2, b=2)

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        judges = self.training and self.aux_logits
        x = in_halves(x) if self.transform_input else x
        x = self.maxpool1(self.conv1(x))
        x = self.maxpool2(self.conv3(self.conv2(x)))
        x = self.maxpool3(self.inception3b(self.inception3a(x)))
        x = self.inception4a(x)
        first = self.aux1(x) if judges else None
        x = self.inception4d(self.inception4c(self.inception4b(x)))
        second = self.aux2(x) if judges else None
        x = self.maxpool4(self.inception4e(x))
        x = self.avgpool(self.inception5b(self.inception5a(x))).flatten(1)
        scores = self.fc(self.dropout(x))
        return GoogLeNetOutputs(scores, second, first) if judges else scores


googlenet = untrained("googlenet", GoogLeNet)

GoogLeNet_Weights = trained("GoogLeNet_Weights", IMAGENET1K_V1={})

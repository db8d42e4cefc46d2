# torchvision.models.densenet: each layer sees what all before it gave (Huang et al. 2016), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from collections import OrderedDict

import torch
import torch.nn.functional as F
from torch import nn
from torchvision.models._untrained import trained, untrained


class _DenseLayer(nn.Module):
    """Two convolutions, 1 x 1 and 3 x 3, of all that is given, with a norm and an activation in front of each."""

    def __init__(self, num_input_features, growth_rate, bn_size, drop_rate, memory_efficient=False):
        super().__init__()
        inner = bn_size * growth_rate
        self.norm1 = nn.BatchNorm2d(num_input_features)
        self.relu1 = nn.ReLU(inplace=True)
        self.conv1 = nn.Conv2d(num_input_features, inner, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(inner)
        self.relu2 = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(inner, growth_rate, 3, padding=1, bias=False)
        self.drop_rate = float(drop_rate)
        self.memory_efficient = memory_efficient

    def forward(self, input):
        given = input if isinstance(input, torch.Tensor) else torch.cat(input, 1)
        y = self.conv1(self.relu1(self.norm1(given)))
        y = self.conv2(self.relu2(self.norm2(y)))
        return F.dropout(y, self.drop_rate, self.training) if self.drop_rate > 0 else y


class _DenseBlock(nn.ModuleDict):
    def __init__(self, num_layers, num_input_features, bn_size, growth_rate, drop_rate, memory_efficient=False):
        super().__init__()
        for i in range(num_layers):
            layer = _DenseLayer(num_input_features + i * growth_rate, growth_rate, bn_size, drop_rate, memory_efficient)
            self.add_module(f"denselayer{i + 1}", layer)

    def forward(self, init_features):
        features = [init_features]
        for layer in self.values():
            features.append(layer(features))
        return torch.cat(features, 1)


class _Transition(nn.Sequential):
    """Half as high and wide, and with fewer channels."""

    def __init__(self, num_input_features, num_output_features):
        super().__init__()
        self.norm = nn.BatchNorm2d(num_input_features)
        self.relu = nn.ReLU(inplace=True)
        self.conv = nn.Conv2d(num_input_features, num_output_features, 1, bias=False)
        self.pool = nn.AvgPool2d(kernel_size=2, stride=2)


class DenseNet(nn.Module):
    """Blocks of `block_config[i]` layers, each of which adds `growth_rate` channels, by way of `bn_size` times as many."""

    def __init__(self, growth_rate=32, block_config=(6, 12, 24, 16), num_init_features=64, bn_size=4, drop_rate=0, num_classes=1000,
                 memory_efficient=False):
        super().__init__()
        channels = num_init_features
        self.features = nn.Sequential(OrderedDict([
            ("conv0", nn.Conv2d(3, channels, 7, 2, padding=3, bias=False)),
            ("norm0", nn.BatchNorm2d(channels)),
            ("relu0", nn.ReLU(inplace=True)),
            ("pool0", nn.MaxPool2d(3, 2, padding=1))]))
        for i, count in enumerate(block_config):
            if i > 0:
                self.features.add_module(f"transition{i}", _Transition(channels, channels // 2))
                channels = channels // 2
            self.features.add_module(f"denseblock{i + 1}", _DenseBlock(count, channels, bn_size, growth_rate, drop_rate, memory_efficient))
            channels += count * growth_rate
        self.features.add_module("norm5", nn.BatchNorm2d(channels))
        self.classifier = nn.Linear(channels, num_classes)
        for part in self.modules():
            if isinstance(part, nn.Conv2d):
                nn.init.kaiming_normal_(part.weight)
            elif isinstance(part, nn.Linear):
                nn.init.zeros_(part.bias)

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        y = F.relu(self.features(x), inplace=True)
        return self.classifier(F.adaptive_avg_pool2d(y, (1, 1)).flatten(1))


densenet121 = untrained("densenet121", DenseNet, 32, (6, 12, 24, 16), 64)
densenet161 = untrained("densenet161", DenseNet, 48, (6, 12, 36, 24), 96)
densenet169 = untrained("densenet169", DenseNet, 32, (6, 12, 32, 32), 64)
densenet201 = untrained("densenet201", DenseNet, 32, (6, 12, 48, 32), 64)

DenseNet121_Weights = trained("DenseNet121_Weights", IMAGENET1K_V1={})
DenseNet161_Weights = trained("DenseNet161_Weights", IMAGENET1K_V1={})
DenseNet169_Weights = trained("DenseNet169_Weights", IMAGENET1K_V1={})
DenseNet201_Weights = trained("DenseNet201_Weights", IMAGENET1K_V1={})

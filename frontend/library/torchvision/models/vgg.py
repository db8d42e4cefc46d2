# torchvision.models.vgg: stacks of 3 x 3 convolutions (Simonyan and Zisserman 2014), untrained.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torch import nn
from torchvision.models._untrained import draw_parameters, trained, untrained


class VGG(nn.Module):
    """`features` with 512 channels at their end, and three linear layers behind them."""

    def __init__(self, features, num_classes=1000, init_weights=True, dropout=0.5):
        super().__init__()
        self.features = features
        self.avgpool = nn.AdaptiveAvgPool2d((7, 7))
        self.classifier = nn.Sequential(nn.Linear(512 * 7 * 7, 4096), nn.ReLU(True), nn.Dropout(dropout),
                                        nn.Linear(4096, 4096), nn.ReLU(True), nn.Dropout(dropout),
                                        nn.Linear(4096, num_classes))
        if init_weights:
            draw_parameters(self)

    def forward(self, x):
        """Images (n, 3, h, w) to scores (n, num_classes)."""
        return self.classifier(self.avgpool(self.features(x)).flatten(1))


def make_layers(cfg, batch_norm=False):
    """A number is a convolution to so many channels, "M" a pooling that halves the size."""
    parts = []
    channels = 3
    for entry in cfg:
        if entry == "M":
            parts.append(nn.MaxPool2d(kernel_size=2, stride=2))
            continue
        parts.append(nn.Conv2d(channels, entry, 3, padding=1))
        if batch_norm:
            parts.append(nn.BatchNorm2d(entry))
        parts.append(nn.ReLU(inplace=True))
        channels = entry
    return nn.Sequential(*parts)


def _groups(repeats):
    plan = []
    for width, count in zip([64, 128, 256, 512, 512], repeats):
        plan += [width] * count + ["M"]
    return plan


# The letters are those of the paper.
cfgs = {"A": _groups([1, 1, 2, 2, 2]), "B": _groups([2, 2, 2, 2, 2]), "D": _groups([2, 2, 3, 3, 3]), "E": _groups([2, 2, 4, 4, 4])}


def _vgg(letter, batch_norm, **kwargs):
    return VGG(make_layers(cfgs[letter], batch_norm), **kwargs)


vgg11 = untrained("vgg11", _vgg, "A", False)
vgg11_bn = untrained("vgg11_bn", _vgg, "A", True)
vgg13 = untrained("vgg13", _vgg, "B", False)
vgg13_bn = untrained("vgg13_bn", _vgg, "B", True)
vgg16 = untrained("vgg16", _vgg, "D", False)
vgg16_bn = untrained("vgg16_bn", _vgg, "D", True)
vgg19 = untrained("vgg19", _vgg, "E", False)
vgg19_bn = untrained("vgg19_bn", _vgg, "E", True)

VGG11_Weights = trained("VGG11_Weights", IMAGENET1K_V1={})
VGG11_BN_Weights = trained("VGG11_BN_Weights", IMAGENET1K_V1={})
VGG13_Weights = trained("VGG13_Weights", IMAGENET1K_V1={})
VGG13_BN_Weights = trained("VGG13_BN_Weights", IMAGENET1K_V1={})
VGG16_Weights = trained("VGG16_Weights", IMAGENET1K_V1={}, IMAGENET1K_FEATURES={"mean": (0.48235, 0.45882, 0.40784), "std": (1 / 255,) * 3})
VGG16_BN_Weights = trained("VGG16_BN_Weights", IMAGENET1K_V1={})
VGG19_Weights = trained("VGG19_Weights", IMAGENET1K_V1={})
VGG19_BN_Weights = trained("VGG19_BN_Weights", IMAGENET1K_V1={})

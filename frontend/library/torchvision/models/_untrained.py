# What the models of torchvision.models share: their functions, rounded widths and first parameters.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
from torch import nn


def untrained(name, make, *args, **options):
    """The function `name`, which makes a model by `make(*args)` and keywords: those of `options` and of its call."""

    def build(*, weights=None, progress=True, pretrained=False, **kwargs):
        if weights is not None or pretrained:
            _tine.unsupported("trained weights are not downloaded; build the model without, and load them from a file: "
                              "model.load_state_dict(torch.load(\"weights.pth\")), or an executable's '--load' with safetensors")
        return make(*args, **{**options, **kwargs})

    return _tine.named(name, build)


def divisible(width, divisor=8, least=None):
    """The multiple of `divisor` next to `width`, or the one above if that takes more than a tenth away."""
    nearest = max(divisor if least is None else least, int(width + divisor / 2) // divisor * divisor)
    return nearest + divisor if nearest < 0.9 * width else nearest


def narrow_normal(layer):
    nn.init.normal_(layer.weight, 0, 0.01)


def draw_parameters(model, linear=narrow_normal):
    """Draws the weights of all convolutions (He et al. 2015, by their outputs), and those of linear layers by `linear`. Biases are 0.

    Norms have ones and zeros from their constructors."""
    for part in model.modules():
        if isinstance(part, nn.Conv2d):
            nn.init.kaiming_normal_(part.weight, mode="fan_out", nonlinearity="relu")
        elif isinstance(part, nn.Linear):
            linear(part)
        else:
            continue
        if part.bias is not None:
            nn.init.zeros_(part.bias)

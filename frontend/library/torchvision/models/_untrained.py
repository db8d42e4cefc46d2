# What the models of torchvision.models share: their functions, rounded widths and first parameters.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
from torch import nn


def _refuse_weights():
    _tine.unsupported("trained weights are not downloaded; build the model without, and load them from a file: "
                      "model.load_state_dict(torch.load(\"weights.pth\")), or an executable's '--load' with safetensors")


def untrained(name, make, *args, **options):
    """The function `name`, which makes a model by `make(*args)` and keywords: those of `options` and of its call."""

    def build(*, weights=None, progress=True, pretrained=False, **kwargs):
        if weights is not None or pretrained:
            _refuse_weights()
        return make(*args, **{**options, **kwargs})

    return _tine.named(name, build)


# What the members of the kinds with two sets of weights prepare.
BOTH = {"IMAGENET1K_V1": {}, "IMAGENET1K_V2": {"resize_size": 232}}


class _Weights:
    """One set of trained weights: its name, and how its images are prepared."""

    def __init__(self, kind, name, options):
        self.name = name
        self._kind = kind
        self._options = options

    def transforms(self, **options):
        from torchvision.transforms._presets import ImageClassification, InterpolationMode
        own = {"crop_size": 224, **self._options}
        if own.pop("is_cubic", False):
            own["interpolation"] = InterpolationMode.BICUBIC
        return ImageClassification(**{**own, **options})

    @property
    def meta(self):
        _tine.unsupported("names of classes and other facts of trained weights are not in the compiler; read them from a file")

    def get_state_dict(self, *args, **kwargs):
        _refuse_weights()

    def __repr__(self):
        return f"{self._kind}.{self.name}"


class _Kind:
    """What a model has trained weights of; `DEFAULT` is the second set if there is one, else the first."""

    def __init__(self, name, members):
        for member, options in members.items():
            setattr(self, member, _Weights(name, member, options))
        names = list(members)
        self.DEFAULT = getattr(self, "IMAGENET1K_V2" if "IMAGENET1K_V2" in names else names[0])


def trained(name, **members):
    """The kind `name`; of each set the arguments of ImageClassification, where they are not the usual ones."""
    return _Kind(name, members)


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

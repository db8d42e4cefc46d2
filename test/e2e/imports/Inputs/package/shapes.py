from __future__ import annotations

from ..layers import double as twice
from .inner.deep import depth

SIDES = 4


def area(width, height=3):
    return width * height


def twice_as_deep(x):
    return twice(x) + depth(x)

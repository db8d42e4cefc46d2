# matplotlib's axes: from numbers to places, limits and ticks.
#
# A place is a number on a linear axis, and the logarithm of one on the other.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import numpy as np
import torch

from matplotlib._colors import color_of


def numbers_of(values):
    """A tensor of float64."""
    if isinstance(values, np.ndarray):
        values = torch.from_numpy(values)
    if isinstance(values, torch.Tensor):
        return values.detach().to(torch.float64).reshape(-1)
    return torch.tensor([float(value) for value in values], dtype=torch.float64)


def indices_of(values):
    """The range of the values' indices, whose end only the run knows: loops over what is known are unrolled in libraries."""
    return range(torch.tensor(values.size(0)).item())


def finite_or(values, other):
    return torch.where(torch.isfinite(values), values, torch.full_like(values, other))


def text_width(text, size):
    """About, in points, in DejaVu Sans."""
    width = 0.0
    for letter in str(text):
        width += 0.34 if letter in " .,:;'!|()[]fijlrtI" else 0.9 if letter in "mwMW%@\u2212" else 0.63
    return width * size


class Bounds:
    """The least and the greatest of places."""

    def __init__(self):
        self.low = math.inf
        self.high = -math.inf
        self._edges = []

    def add(self, places):
        if places.size(0) > 0:
            self.low = min(self.low, finite_or(places, math.inf).min().item())
            self.high = max(self.high, finite_or(places, -math.inf).max().item())

    def add_edge(self, place):
        """A place behind which there is no margin."""
        self.low = min(self.low, place)
        self.high = max(self.high, place)
        self._edges.append(place)

    def widen(self, around_one):
        """By 5 % on each side, but not past an edge. Of nothing, 0 to 1; of one number, a range around it."""
        empty = self.low > self.high
        low = 0.0 if empty else self.low
        high = 1.0 if empty else self.high
        around = (around_one if around_one is not None else 0.05 * (abs(low) if low != 0.0 else 1.0)) if high - low <= 1e-15 * abs(low) else 0.0
        low = low - around
        high = high + around
        margin = 0.0 if empty else 0.05 * (high - low)
        below = margin
        above = margin
        for edge in self._edges:
            below = 0.0 if low == edge else below
            above = 0.0 if high == edge else above
        self.low = low - below
        self.high = high + above


def _step_of(size, most):
    """1, 2, 2.5 or 5 times a power of 10, of which the size has at most `most`."""
    rough = size / most
    power = 10.0 ** math.floor(math.log10(rough))
    ratio = rough / power - 1e-9
    return power * (1.0 if ratio <= 1.0 else 2.0 if ratio <= 2.0 else 2.5 if ratio <= 2.5 else 5.0 if ratio <= 5.0 else 10.0)


def _multiples(step, low, high):
    """Those of the step from low to high."""
    start = math.ceil(low / step - 1e-9)
    count = int(math.floor(high / step + 1e-9) - start) + 1
    return (torch.arange(max(count, 0), dtype=torch.float64) + start) * step


def _decimals_of(numbers, size):
    """How many tell the numbers, to a thousandth of the size of their axis."""
    exponent = int(math.floor(math.log10(size)))
    error = 1e-3 * 10.0 ** exponent
    decimals = max(0, 3 - exponent)
    enough = True
    while enough and decimals > 0:
        unit = 10.0 ** (decimals - 1)
        enough = (numbers - torch.round(numbers * unit) / unit).abs().max().item() < error
        decimals = decimals - 1 if enough else decimals
    return decimals


class Axis:
    def __init__(self):
        self.label = ""
        self.size = 10.0
        self.names = None
        self.limits = (None, None)
        self.is_turned = False
        self.is_log = False
        self.grid_style = None
        self._ticks = None

    def grid(self, visible=True, which="major", color="#b0b0b0", linestyle="-", linewidth=0.8, alpha=1.0):
        self.grid_style = (color_of(color), linestyle, linewidth, alpha) if visible else None

    def set_scale(self, value):
        if value not in ("linear", "log"):
            _tine.unsupported("the scale of an axis is 'linear' or 'log'")
        self.is_log = value == "log"

    def set_ticks(self, ticks, labels):
        self._ticks = numbers_of(ticks)
        self.names = labels
        self._check()

    def set_labels(self, labels):
        if self._ticks is None:
            _tine.unsupported("say where the labels are, with set_xticks or set_yticks")
        self.names = labels
        self._check()

    def _check(self):
        if self.names is not None and len(self.names) != self._ticks.size(0):
            raise ValueError(f"The number of FixedLocator locations ({self._ticks.size(0)}), usually from a call to set_ticks, does not match the number of labels ({len(self.names)}).")

    def set_limits(self, first, last):
        if isinstance(first, (tuple, list)):
            last = first[1]
            first = first[0]
        self.limits = (self.limits[0] if first is None else float(first)), (self.limits[1] if last is None else float(last))

    def places_of(self, numbers):
        """Numbers without a logarithm are far away."""
        return torch.log10(torch.clamp(numbers, min=1e-300)) if self.is_log else numbers

    def place_of(self, number):
        return math.log10(max(number, 1e-300)) if self.is_log else number

    def number_of(self, place):
        return 10.0 ** min(place, 308.0) if self.is_log else place

    def shown(self, numbers):
        """The places that count for the limits."""
        return torch.where(numbers > 0.0, self.places_of(numbers), torch.full_like(numbers, math.inf)) if self.is_log else numbers

    def set_ends(self, bounds):
        """In places."""
        bounds.widen(1.0 if self.is_log else None)
        if self._ticks is not None:
            bounds.add(self.shown(self._ticks))
        first = bounds.high if self.is_turned else bounds.low
        last = bounds.low if self.is_turned else bounds.high
        wanted_first, wanted_last = self.limits
        if wanted_first is not None and (not self.is_log or wanted_first > 0.0):
            first = self.place_of(wanted_first)
        if wanted_last is not None and (not self.is_log or wanted_last > 0.0):
            last = self.place_of(wanted_last)
        # Of one number, a range around it.
        greatest = max(abs(first), abs(last))
        around = 0.05 if greatest < 1e-286 else 0.05 * greatest if abs(last - first) <= 1e-15 * greatest else 0.0
        self.first = first - around
        self.last = last + around

    def locate(self, most):
        """Decides at most so many ticks and their texts."""
        self.decades = False
        self.small_ticks = torch.zeros(0, dtype=torch.float64)
        if self._ticks is not None:
            self.ticks = self.places_of(self._ticks)
        elif self.is_log:
            self._locate_powers(most)
        else:
            low = min(self.first, self.last)
            high = max(self.first, self.last)
            self.ticks = _multiples(_step_of(high - low, most), low, high)
        self._choose_digits()

    def _locate_powers(self, most):
        """Powers of 10, and their multiples as small ticks; where there are not two powers, as on a linear axis."""
        low = min(self.first, self.last)
        high = max(self.first, self.last)
        powers = math.floor(high + 1e-9) - math.ceil(low - 1e-9) + 1
        self.decades = powers >= 2
        if powers >= 2:
            step = float(math.ceil(powers / most))
            self.ticks = _multiples(step, low, high)
            if step == 1.0:
                tens = _multiples(1.0, math.floor(low), high)
                self.small_ticks = (tens.unsqueeze(1) + torch.log10(torch.arange(2, 10, dtype=torch.float64))).reshape(-1)
        else:
            least = self.number_of(low)
            greatest = self.number_of(high)
            self.ticks = self.places_of(_multiples(_step_of(greatest - least, most), least, greatest))

    def _choose_digits(self):
        """How many decimals the texts of the ticks need, and the power of 10 that they leave out."""
        self.decimals = 0
        self.order = 0
        if self.names is None and not self.decades:
            numbers = 10.0 ** self.ticks if self.is_log else self.ticks
            greatest = numbers.abs().max().item() if numbers.size(0) > 0 else 0.0
            order = 0 if greatest == 0.0 else int(math.floor(math.log10(greatest)))
            self.order = order if order <= -5 or order >= 6 else 0
            self.decimals = _decimals_of(numbers / 10.0 ** self.order, abs(self.number_of(self.last) - self.number_of(self.first)) / 10.0 ** self.order)

    def text_of(self, place):
        """With the sign for minus."""
        return f"{self.number_of(place) / 10.0 ** self.order:.{self.decimals}f}".replace("-", "\u2212")

    def widest(self):
        """The width of the widest text of a tick."""
        width = 0.0
        if self.names is not None:
            for name in self.names:
                width = max(width, text_width(name, 10.0))
            return width
        for i in indices_of(self.ticks):
            place = self.ticks[i].item()
            width = max(width, 12.8 + 4.5 * len(exponent_of(place)) if self.decades else text_width(self.text_of(place), 10.0))
        return width


def exponent_of(place):
    """The text of a power of 10, but for the 10."""
    return f"{place:.0f}".replace("-", "\u2212")


class Scale:
    """From numbers and places to points."""

    def __init__(self, axis, start, end):
        self._axis = axis
        self._start = start
        self.factor = (end - start) / (axis.last - axis.first)

    def at_place(self, place):
        return self._start + (place - self._axis.first) * self.factor

    def __call__(self, number):
        return self.at_place(self._axis.place_of(number))

    def of(self, numbers):
        return self.at_place(self._axis.places_of(numbers))

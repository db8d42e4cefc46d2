# What matplotlib's axes show: lines, points, bars and pictures.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import numpy as np
import torch

from matplotlib._axis import indices_of, numbers_of
from matplotlib._colors import ColorMap, color_of, letters

# In widths of the line.
_dashes = {"-": [], "--": [3.7, 1.6], ":": [1.0, 1.65], "-.": [6.4, 1.6, 1.0, 1.6]}
_line_names = {"solid": "-", "dashed": "--", "dotted": ":", "dashdot": "-."}
# Around 0, of the size 2.
markers = {
    "o": "M-1 0c0 -.55 .45 -1 1 -1c.55 0 1 .45 1 1c0 .55 -.45 1 -1 1c-.55 0 -1 -.45 -1 -1z",
    ".": "M-.5 0c0 -.28 .22 -.5 .5 -.5c.28 0 .5 .22 .5 .5c0 .28 -.22 .5 -.5 .5c-.28 0 -.5 -.22 -.5 -.5z",
    "s": "M-1 -1h2v2h-2z",
    "^": "M0 -1L1 1H-1z",
    "v": "M0 1L1 -1H-1z",
    "D": "M0 -1.41L1.41 0L0 1.41L-1.41 0z",
    "d": "M0 -1.41L.85 0L0 1.41L-.85 0z",
    "*": "M0 -1L.22 -.31H.95L.36 .12L.59 .81L0 .38L-.59 .81L-.36 .12L-.95 -.31H-.22z",
    "x": "M-1 -1L1 1M-1 1L1 -1",
    "+": "M-1 0H1M0 -1V1",
    "|": "M0 -1V1",
    "_": "M-1 0H1",
}


def dash_array(style, width):
    """The attribute for a style of line of that width."""
    name = _line_names[style] if style in _line_names else style
    if name not in _dashes:
        _tine.unsupported("lines are '-', '--', ':' and '-.'")
    dashes = ""
    for length in _dashes[name]:
        dashes += f" {length * width:.2f}"
    return f' stroke-dasharray="{dashes[1:]}"' if dashes != "" else ""


def _parts(fmt):
    """Colour, marker and line of a format such as 'ro--'; None where it has none."""
    color = marker = line = None
    for dash in ("--", "-.", "-", ":"):
        if line is None and dash in fmt:
            line = dash
            fmt = fmt.replace(dash, "")
    for letter in fmt:
        if letter in letters:
            color = letter
        elif letter in markers:
            marker = letter
        else:
            _tine.unsupported("a format is a colour, a marker and a line, such as 'ro--'")
    return color, marker, line


class Series:
    """A line, points or bars, and their errors."""

    def __init__(self, is_bar, xs, ys, errors, alpha, label):
        if xs.size(0) != ys.size(0):
            raise ValueError(f"x and y must have same first dimension, but have shapes ({xs.size(0)},) and ({ys.size(0)},)")
        self.is_bar = is_bar
        self.xs = xs
        self.ys = ys
        self.errors = errors
        self.alpha = float(alpha)
        self.label = label
        self.color = "#000000"
        self.widths = None
        self.edge = ""
        self.marker = None
        self.marker_size = 6.0
        self.marker_edge = 1.0
        # Where points have their own: diameters; and colours, as digits in a row, by number.
        self.sizes = None
        self.palette = ""
        self.color_numbers = None
        self.dashes = None
        self.line_width = 1.5
        self.error_color = "#000000"
        self.error_width = 1.5
        self.error_alpha = 1.0
        self.cap = 0.0

    def set_label(self, label):
        self.label = label

    def set_line(self, fmt, color, marker, linestyle, linewidth, markersize):
        """Its style. Gives the colour that is asked for, or None."""
        if fmt == "none":
            linestyle = "None"
            fmt = ""
        letter, sign, dash = _parts(fmt)
        sign = marker if marker is not None else sign
        self.set_marker(sign, float(markersize))
        self.line_width = 1.5 if linewidth is None else float(linewidth)
        style = linestyle if linestyle is not None else dash if dash is not None else "None" if sign is not None and fmt != "" else "-"
        if style not in ("", " ", "None", "none"):
            self.dashes = dash_array(style, self.line_width)
        self.error_width = self.line_width
        return letter if color is None else color

    def set_marker(self, sign, size):
        self.marker = None if sign in ("", "None", "none") else sign
        if self.marker is not None and self.marker not in markers:
            _tine.unsupported("markers are o . s ^ v D d * x + | and _")
        self.marker_size = size

    def set_point_colors(self, colors, cmap, vmin, vmax):
        """One colour, one for each point, or numbers for a map of colours."""
        if isinstance(colors, str):
            self.color = color_of(colors)
        elif isinstance(colors, (list, tuple)) and len(colors) > 0 and isinstance(colors[0], str):
            self.palette = "".join([color_of(color)[1:] for color in colors])
            self.color_numbers = torch.arange(len(colors))
            self._check_colors()
        else:
            map_of = ColorMap(cmap, vmin, vmax)
            self.palette = map_of.digits
            self.color_numbers = map_of.numbers_of(numbers_of(colors))
            self._check_colors()

    def _check_colors(self):
        if self.color_numbers.size(0) != self.xs.size(0):
            raise ValueError(f"'c' argument has {self.color_numbers.size(0)} elements, which is inconsistent with 'x' and 'y' with size {self.xs.size(0)}.")

    def line_style(self):
        ends = ' stroke-linecap="square"' if self.dashes == "" else self.dashes
        return f'stroke="{self.color}" stroke-width="{self.line_width:g}" stroke-opacity="{self.alpha:g}" stroke-linejoin="round"{ends}'

    def mark(self, x, y, size, color):
        radius = size / 2
        return (f'<path class="marker" transform="translate({x:.2f} {y:.2f}) scale({radius:g})" d="{markers[self.marker]}" fill="{color}" fill-opacity="{self.alpha:g}" '
                f'stroke="{color}" stroke-opacity="{self.alpha:g}" stroke-width="{self.marker_edge / radius:.3f}"/>\n')

    def mark_of(self, i, x, y):
        """That of point i."""
        size = self.marker_size if self.sizes is None else self.sizes[i].item()
        color = self.color
        if self.color_numbers is not None:
            number = self.color_numbers[i].item()
            color = "#" + self.palette[6 * number:6 * number + 6] if number >= 0 else "none"
        return self.mark(x, y, size, color)


class Image:
    """A picture of rows x columns pixels; row 0 is the upper one unless the axis is turned."""

    def __init__(self, data, cmap, vmin, vmax, origin, extent, alpha):
        if isinstance(data, np.ndarray):
            data = torch.from_numpy(data)
        if not isinstance(data, torch.Tensor):
            data = torch.tensor(data)
        data = data.detach()
        if data.dim() == 3 and data.size(2) == 1:
            data = data.squeeze(2)
        if data.dim() != 2 and (data.dim() != 3 or data.size(2) != 3):
            raise TypeError(f"Invalid shape {tuple(data.shape)} for image data")
        if origin not in (None, "upper", "lower"):
            raise ValueError(f"{origin!r} is not a valid value for origin; supported values are 'upper', 'lower'")
        self.is_upper = origin != "lower"
        self.rows = data.size(0)
        self.columns = data.size(1)
        self.alpha = 1.0 if alpha is None else float(alpha)
        edges = (-0.5, self.columns - 0.5, self.rows - 0.5, -0.5) if self.is_upper else (-0.5, self.columns - 0.5, -0.5, self.rows - 0.5)
        if extent is not None:
            edges = extent
        self.left, self.right, self.bottom, self.top = [float(edge) for edge in edges]
        self._colors = None
        if data.dim() == 2:
            self._colors = ColorMap(cmap, vmin, vmax)
            self._numbers = self._colors.numbers_of(data.to(torch.float64))
        else:
            parts = data.to(torch.float64) * 255.0 if data.is_floating_point() else data.to(torch.float64)
            self._numbers = torch.nan_to_num(torch.clamp(torch.floor(parts), 0.0, 255.0)).to(torch.int64)
        if not self.is_upper:
            self._numbers = self._numbers.flip(0)

    def digits(self, is_turned_over, is_mirrored):
        """Six hexadecimal digits a pixel."""
        numbers = self._numbers
        if is_turned_over:
            numbers = numbers.flip(0)
        if is_mirrored:
            numbers = numbers.flip(1)
        numbers = numbers.reshape(-1)
        text = ""
        if self._colors is not None:
            for i in indices_of(numbers):
                number = numbers[i].item()
                text += self._colors.digits[6 * number:6 * number + 6] if number >= 0 else "ffffff"
        else:
            for i in indices_of(numbers):
                text += f"{numbers[i].item():02x}"
        return text

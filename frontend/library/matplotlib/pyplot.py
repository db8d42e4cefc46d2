# matplotlib.pyplot: lines, bars and their errors, written as SVG.
#
# Sizes are points, a 72nd of an inch. Sizes, colours, margins, limits and ticks are matplotlib's by default; the width
# of a text is guessed. Numbers are tensors, so that what draws them is a loop of the run.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
import warnings

import _tine
import numpy as np
import torch

_cycle = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"]
_names = ["tab:blue", "tab:orange", "tab:green", "tab:red", "tab:purple", "tab:brown", "tab:pink", "tab:gray", "tab:olive", "tab:cyan"]
_letters = {"b": "#0000ff", "g": "#008000", "r": "#ff0000", "c": "#00bfbf", "m": "#bf00bf", "y": "#bfbf00", "k": "#000000", "w": "#ffffff"}
# In widths of the line.
_dashes = {"-": [], "--": [3.7, 1.6], ":": [1.0, 1.65], "-.": [6.4, 1.6, 1.0, 1.6]}
_line_names = {"solid": "-", "dashed": "--", "dotted": ":", "dashdot": "-."}
# Around 0, of the size 2.
_markers = {
    "o": "M-1 0a1 1 0 1 1 2 0a1 1 0 1 1 -2 0z",
    ".": "M-.5 0a.5 .5 0 1 1 1 0a.5 .5 0 1 1 -1 0z",
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
_places = ["best", "upper right", "upper left", "lower left", "lower right"]


def _numbers(values):
    """A tensor of float64."""
    if isinstance(values, np.ndarray):
        values = torch.from_numpy(values)
    if isinstance(values, torch.Tensor):
        return values.detach().to(torch.float64).reshape(-1)
    return torch.tensor([float(value) for value in values], dtype=torch.float64)


def _places_of(values):
    """The range of the values' places, whose end only the run knows: loops over what is known are unrolled in libraries."""
    return range(torch.tensor(values.size(0)).item())


def _finite_or(values, other):
    return torch.where(torch.isfinite(values), values, torch.full_like(values, other))


def _escaped(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _width(text, size):
    """About, in points."""
    return 0.6 * size * len(str(text))


def _color(color):
    if len(color) == 2 and color[0] == "C":
        return _cycle[int(color[1])]
    if color in _names:
        return _cycle[_names.index(color)]
    return _letters[color] if color in _letters else _escaped(color)


def _parts(fmt):
    """Colour, marker and line of a format such as 'ro--'; None where it has none."""
    color = marker = line = None
    for dash in ("--", "-.", "-", ":"):
        if line is None and dash in fmt:
            line = dash
            fmt = fmt.replace(dash, "")
    for letter in fmt:
        if letter in _letters:
            color = letter
        elif letter in _markers:
            marker = letter
        else:
            _tine.unsupported("a format is a colour, a marker and a line, such as 'ro--'")
    return color, marker, line


def _text(x, y, text, anchor="middle", size=10.0, extra=""):
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" font-size="{size:g}"{extra}>{_escaped(text)}</text>\n'


class _Bounds:
    """The least and the greatest of numbers."""

    def __init__(self):
        self.low = math.inf
        self.high = -math.inf

    def add(self, values):
        if values.size(0) > 0:
            self.low = min(self.low, _finite_or(values, math.inf).min().item())
            self.high = max(self.high, _finite_or(values, -math.inf).max().item())

    def widen(self, sticky):
        """By 5 % on each side, but not past 0 where bars stand on it. Of nothing, 0 to 1; of one number, a range around it."""
        empty = self.low > self.high
        low = 0.0 if empty else self.low
        high = 1.0 if empty else self.high
        around = 0.05 * (abs(low) if low != 0.0 else 1.0) if high - low <= 1e-15 * abs(low) else 0.0
        low = low - around
        high = high + around
        margin = 0.0 if empty else 0.05 * (high - low)
        self.low = low if sticky and low == 0.0 else low - margin
        self.high = high if sticky and high == 0.0 else high + margin


class _Axis:
    def __init__(self):
        self._label = ""
        self._size = 10.0
        self._ticks = None
        self._names = None
        self._limits = (None, None)
        self._grid = None
        self._most = 9

    def grid(self, visible=True, which="major", color="#b0b0b0", linestyle="-", linewidth=0.8, alpha=1.0):
        self._grid = (_color(color), linestyle, linewidth, alpha) if visible else None

    def _set_ticks(self, ticks, labels):
        self._ticks = _numbers(ticks)
        self._names = labels
        self._check()

    def _set_labels(self, labels):
        if self._ticks is None:
            _tine.unsupported("say where the labels are, with set_xticks or set_yticks")
        self._names = labels
        self._check()

    def _check(self):
        if self._names is not None and len(self._names) != self._ticks.size(0):
            raise ValueError(f"The number of FixedLocator locations ({self._ticks.size(0)}), usually from a call to set_ticks, does not match the number of labels ({len(self._names)}).")

    def _view(self, bounds, sticky):
        """The ends of the axis."""
        bounds.widen(sticky)
        if self._ticks is not None:
            bounds.add(self._ticks)
        first, last = self._limits
        first = bounds.low if first is None else first
        last = bounds.high if last is None else last
        # Of one number, a range around it.
        greatest = max(abs(first), abs(last))
        around = 0.05 if greatest < 1e-286 else 0.05 * greatest if abs(last - first) <= 1e-15 * greatest else 0.0
        return first - around, last + around

    def _locate(self, first, last):
        """The places of the ticks: 1, 2, 2.5 or 5 times a power of 10 apart, in at most `most` steps."""
        if self._ticks is not None:
            return self._ticks
        low = min(first, last)
        high = max(first, last)
        rough = (high - low) / self._most
        power = 10.0 ** math.floor(math.log10(rough))
        ratio = rough / power - 1e-9
        step = power * (1.0 if ratio <= 1.0 else 2.0 if ratio <= 2.0 else 2.5 if ratio <= 2.5 else 5.0 if ratio <= 5.0 else 10.0)
        start = math.ceil(low / step - 1e-9)
        count = int(math.floor(high / step + 1e-9) - start) + 1
        return (torch.arange(count, dtype=torch.float64) + start) * step

    def _digits(self, places, first, last):
        """How many decimals the texts of the ticks need, and the power of 10 that they leave out."""
        if self._names is not None:
            return 0, 0
        greatest = places.abs().max().item() if places.size(0) > 0 else 0.0
        order = 0 if greatest == 0.0 else int(math.floor(math.log10(greatest)))
        order = order if order <= -5 or order >= 6 else 0
        places = places / 10.0 ** order
        size = abs(last - first) / 10.0 ** order
        exponent = int(math.floor(math.log10(size)))
        error = 1e-3 * 10.0 ** exponent
        decimals = max(0, 3 - exponent)
        enough = True
        while enough and decimals > 0:
            unit = 10.0 ** (decimals - 1)
            enough = (places - torch.round(places * unit) / unit).abs().max().item() < error
            decimals = decimals - 1 if enough else decimals
        return decimals, order


def _tick_text(place, decimals, order):
    # With the sign for minus.
    return f"{place / 10.0 ** order:.{decimals}f}".replace("-", "\u2212")


class _Series:
    """A line or bars, and their errors."""

    def __init__(self, is_bar, xs, ys, errors, color, alpha, label):
        if xs.size(0) != ys.size(0):
            raise ValueError(f"x and y must have same first dimension, but have shapes ({xs.size(0)},) and ({ys.size(0)},)")
        self.is_bar = is_bar
        self.xs = xs
        self.ys = ys
        self.errors = errors
        self.color = color
        self.alpha = alpha
        self.label = label
        self.width = 0.8
        self.marker = None
        self.marker_size = 6.0
        self.dashes = None
        self.line_width = 1.5
        self.error_color = color
        self.error_width = 1.5
        self.error_alpha = 1.0
        self.cap = 0.0

    def set_label(self, label):
        self.label = label

    def _line_style(self):
        dashes = ""
        for length in self.dashes:
            dashes += f" {length * self.line_width:.2f}"
        extra = f' stroke-dasharray="{dashes[1:]}"' if len(self.dashes) > 0 else ' stroke-linecap="square"'
        return f'stroke="{self.color}" stroke-width="{self.line_width:g}" stroke-opacity="{self.alpha:g}" stroke-linejoin="round"{extra}'

    def _mark(self, x, y):
        radius = self.marker_size / 2
        return (f'<path class="marker" transform="translate({x:.2f} {y:.2f}) scale({radius:g})" d="{_markers[self.marker]}" fill="{self.color}" fill-opacity="{self.alpha:g}" '
                f'stroke="{self.color}" stroke-opacity="{self.alpha:g}" stroke-width="{1 / radius:.3f}"/>\n')


class _Scale:
    """From numbers to points."""

    def __init__(self, first, last, start, end):
        self.first = first
        self.start = start
        self.factor = (end - start) / (last - first)

    def __call__(self, value):
        return self.start + (value - self.first) * self.factor


class Axes:
    def __init__(self):
        self.xaxis = _Axis()
        self.yaxis = _Axis()
        self._title = ""
        self._title_size = 12.0
        self._series = []
        self._lines = 0
        self._bars = 0
        self._legend = None

    # What is drawn.

    def plot(self, *args, color=None, c=None, marker=None, linestyle=None, ls=None, linewidth=None, lw=None, markersize=6.0, ms=None, alpha=1.0, label=None):
        has_format = isinstance(args[-1], str)
        data = args[:-1] if has_format else args
        if len(data) > 2:
            _tine.unsupported("give each line a call of 'plot'")
        ys = _numbers(data[-1])
        xs = _numbers(data[0]) if len(data) > 1 else torch.arange(ys.size(0), dtype=torch.float64)
        made = self._line(xs, ys, None, args[-1] if has_format else "", c if color is None else color, marker, ls if linestyle is None else linestyle, lw if linewidth is None else linewidth,
                          markersize if ms is None else ms, alpha, label)
        return [made]

    def errorbar(self, x, y, yerr=None, fmt="", ecolor=None, elinewidth=None, capsize=0, color=None, marker=None, linestyle=None, linewidth=None, markersize=6.0, alpha=1.0, label=None):
        ys = _numbers(y)
        made = self._line(_numbers(x), ys, self._errors(ys, yerr), fmt, color, marker, linestyle, linewidth, markersize, alpha, label)
        if ecolor is not None:
            made.error_color = _color(ecolor)
        made.error_width = float(made.line_width if elinewidth is None else elinewidth)
        made.error_alpha = float(alpha)
        made.cap = float(capsize)
        return made

    def bar(self, x, height, width=0.8, *, yerr=None, align="center", color=None, alpha=1.0, ecolor="k", capsize=0, label=None, tick_label=None):
        heights = torch.tensor([float(height)], dtype=torch.float64) if isinstance(height, (int, float)) else _numbers(height)
        if len(x) > 0 and isinstance(x[0], str):
            tick_label = x
            x = torch.arange(heights.size(0))
        xs = _numbers(x) + (0.0 if align == "center" else width / 2)
        if tick_label is not None:
            self.set_xticks(xs, tick_label)
        if color is None:
            color = f"C{self._bars % 10}"
            self._bars += 1
        made = _Series(True, xs, heights, self._errors(heights, yerr), _color(color), float(alpha), label)
        made.width = float(width)
        made.error_color = _color(ecolor)
        made.cap = float(capsize)
        self._series.append(made)
        return made

    def _errors(self, ys, yerr):
        if yerr is None:
            return None
        return torch.full_like(ys, float(yerr)) if isinstance(yerr, (int, float)) else _numbers(yerr)

    def _line(self, xs, ys, errors, fmt, color, marker, linestyle, linewidth, markersize, alpha, label):
        if fmt == "none":
            linestyle = "None"
            fmt = ""
        letter, sign, dash = _parts(fmt)
        color = letter if color is None else color
        if color is None:
            color = f"C{self._lines % 10}"
            self._lines += 1
        made = _Series(False, xs, ys, errors, _color(color), float(alpha), label)
        sign = marker if marker is not None else sign
        made.marker = None if sign in ("", "None", "none") else sign
        if made.marker is not None and made.marker not in _markers:
            _tine.unsupported("markers are o . s ^ v D d * x + | and _")
        style = linestyle if linestyle is not None else dash if dash is not None else "None" if sign is not None and fmt != "" else "-"
        style = _line_names[style] if style in _line_names else style
        if style in _dashes:
            made.dashes = _dashes[style]
        elif style not in ("", " ", "None", "none"):
            _tine.unsupported("lines are '-', '--', ':' and '-.'")
        made.line_width = 1.5 if linewidth is None else float(linewidth)
        made.error_width = made.line_width
        made.marker_size = float(markersize)
        self._series.append(made)
        return made

    # What stands around it.

    def set_xlabel(self, xlabel, fontsize=10):
        self.xaxis._label = xlabel
        self.xaxis._size = float(fontsize)

    def set_ylabel(self, ylabel, fontsize=10):
        self.yaxis._label = ylabel
        self.yaxis._size = float(fontsize)

    def set_title(self, label, fontsize=12):
        self._title = label
        self._title_size = float(fontsize)

    def set_xticks(self, ticks, labels=None):
        self.xaxis._set_ticks(ticks, labels)

    def set_yticks(self, ticks, labels=None):
        self.yaxis._set_ticks(ticks, labels)

    def set_xticklabels(self, labels):
        self.xaxis._set_labels(labels)

    def set_yticklabels(self, labels):
        self.yaxis._set_labels(labels)

    def set_xlim(self, left=None, right=None):
        self.xaxis._limits = _limits(self.xaxis._limits, left, right)

    def set_ylim(self, bottom=None, top=None):
        self.yaxis._limits = _limits(self.yaxis._limits, bottom, top)

    def set(self, title=None, xlabel=None, ylabel=None, xlim=None, ylim=None, xticks=None, yticks=None):
        if title is not None:
            self.set_title(title)
        if xlabel is not None:
            self.set_xlabel(xlabel)
        if ylabel is not None:
            self.set_ylabel(ylabel)
        if xticks is not None:
            self.set_xticks(xticks)
        if yticks is not None:
            self.set_yticks(yticks)
        if xlim is not None:
            self.set_xlim(xlim)
        if ylim is not None:
            self.set_ylim(ylim)

    def grid(self, visible=True, which="major", axis="both", color="#b0b0b0", linestyle="-", linewidth=0.8, alpha=1.0):
        if axis != "y":
            self.xaxis.grid(visible, which, color, linestyle, linewidth, alpha)
        if axis != "x":
            self.yaxis.grid(visible, which, color, linestyle, linewidth, alpha)

    def legend(self, handles=None, labels=None, loc="best", fontsize=10):
        if labels is None and handles is not None and len(handles) > 0 and isinstance(handles[0], str):
            labels = handles
            handles = None
        if loc not in _places:
            _tine.unsupported("a legend is at one of 'best', 'upper right', 'upper left', 'lower left' and 'lower right'")
        if labels is not None:
            for series, label in zip(self._series if handles is None else handles, labels):
                series.label = label
        self._legend = (self._series if handles is None else handles, loc, float(fontsize))

    # How it is drawn.

    def _prepare(self, width, height):
        """Decides limits and ticks of a plot of about that size."""
        self.xaxis._most = min(9, max(1, int(width / 30)))
        self.yaxis._most = min(9, max(1, int(height / 20)))
        across = _Bounds()
        up = _Bounds()
        bars = False
        for series in self._series:
            half = series.width / 2 if series.is_bar else 0.0
            across.add(series.xs - half)
            across.add(series.xs + half)
            up.add(series.ys)
            if series.is_bar:
                bars = True
                up.add(torch.zeros(1, dtype=torch.float64))
            if series.errors is not None:
                up.add(series.ys - series.errors)
                up.add(series.ys + series.errors)
        self._x_first, self._x_last = self.xaxis._view(across, False)
        self._y_first, self._y_last = self.yaxis._view(up, bars)
        self._x_places = self.xaxis._locate(self._x_first, self._x_last)
        self._y_places = self.yaxis._locate(self._y_first, self._y_last)
        self._x_decimals, self._x_order = self.xaxis._digits(self._x_places, self._x_first, self._x_last)
        self._y_decimals, self._y_order = self.yaxis._digits(self._y_places, self._y_first, self._y_last)
        self._widest = 0.0
        if self.yaxis._names is None:
            for i in _places_of(self._y_places):
                self._widest = max(self._widest, _width(_tick_text(self._y_places[i].item(), self._y_decimals, self._y_order), 10.0))
        else:
            for name in self.yaxis._names:
                self._widest = max(self._widest, _width(name, 10.0))

    def _space(self):
        """What stands left of, above and below the plot, and its last tick's label right of it."""
        left = 7.0 + self._widest + (0.0 if self.yaxis._label == "" else 4.0 + 1.2 * self.yaxis._size)
        above = 0.0 if self._title == "" else 6.0 + 0.9 * self._title_size
        below = 16.0 + (0.0 if self.xaxis._label == "" else 3.0 + 1.2 * self.xaxis._size)
        return left, above, below

    def _svg(self, left, top, right, bottom, number):
        x_of = _Scale(self._x_first, self._x_last, left, right)
        y_of = _Scale(self._y_first, self._y_last, bottom, top)
        clip = f'clip-path="url(#plot{number})"'
        svg = f'<clipPath id="plot{number}"><rect x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" height="{bottom - top:.2f}"/></clipPath>\n'
        svg += f'<g {clip}>\n'
        for series in self._series:
            xs = x_of(series.xs)
            ys = y_of(series.ys)
            series.points = (xs, ys)
            if series.is_bar:
                # Axes may go from right to left.
                size = abs(series.width * x_of.factor)
                base = y_of(0.0)
                known = torch.isfinite(xs) & torch.isfinite(ys)
                for i in _places_of(xs):
                    edge = ys[i].item()
                    if known[i]:
                        svg += (f'<rect class="bar" x="{xs[i].item() - size / 2:.2f}" y="{min(edge, base):.2f}" width="{size:.2f}" height="{abs(edge - base):.2f}" '
                                f'fill="{series.color}" fill-opacity="{series.alpha:g}"/>\n')
        svg += "</g>\n" + self._ticks(x_of, y_of, left, top, right, bottom) + f"<g {clip}>\n"
        for series in self._series:
            xs, ys = series.points
            known = torch.isfinite(xs) & torch.isfinite(ys)
            if series.dashes is not None:
                path = ""
                joined = known & known.roll(1)
                for i in _places_of(xs):
                    if known[i]:
                        path += ("L" if i > 0 and joined[i] else "M") + f"{xs[i].item():.2f} {ys[i].item():.2f}"
                svg += f'<path class="line" d="{path}" {series._line_style()}/>\n'
            if series.errors is not None:
                cap = series.cap
                lows = y_of(series.ys - series.errors)
                highs = y_of(series.ys + series.errors)
                known = torch.isfinite(xs) & torch.isfinite(lows) & torch.isfinite(highs)
                for i in _places_of(xs):
                    place = xs[i].item()
                    low = lows[i].item()
                    high = highs[i].item()
                    if known[i]:
                        svg += f'<path class="error" d="M{place:.2f} {low:.2f}V{high:.2f}" stroke="{series.error_color}" stroke-width="{series.error_width:g}" stroke-opacity="{series.error_alpha:g}"/>\n'
                    if known[i] and cap > 0:
                        svg += f'<path class="cap" d="M{place - cap:.2f} {low:.2f}h{2 * cap:g}M{place - cap:.2f} {high:.2f}h{2 * cap:g}" stroke="{series.error_color}" stroke-opacity="{series.error_alpha:g}"/>\n'
        svg += "</g>\n"
        for series in self._series:
            if series.marker is not None:
                xs, ys = series.points
                for i in _places_of(xs):
                    place = xs[i].item()
                    height = ys[i].item()
                    if place >= left - 0.01 and place <= right + 0.01 and height >= top - 0.01 and height <= bottom + 0.01:
                        svg += series._mark(place, height)
        svg += f'<rect x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" height="{bottom - top:.2f}" stroke="#000000" stroke-width="0.8"/>\n'
        svg += self._texts(left, top, right, bottom)
        if self._legend is not None:
            svg += self._legend_box(x_of, y_of, left, top, right, bottom)
        return svg

    def _ticks(self, x_of, y_of, left, top, right, bottom):
        svg = '<g fill="#000000">\n'
        if self.xaxis._names is None:
            for i in _places_of(self._x_places):
                place = self._x_places[i].item()
                svg += self._x_tick(x_of(place), left, top, right, bottom, _tick_text(place, self._x_decimals, self._x_order))
        else:
            for i, name in enumerate(self.xaxis._names):
                svg += self._x_tick(x_of(self._x_places[i].item()), left, top, right, bottom, name)
        if self.yaxis._names is None:
            for i in _places_of(self._y_places):
                place = self._y_places[i].item()
                svg += self._y_tick(y_of(place), left, top, right, bottom, _tick_text(place, self._y_decimals, self._y_order))
        else:
            for i, name in enumerate(self.yaxis._names):
                svg += self._y_tick(y_of(self._y_places[i].item()), left, top, right, bottom, name)
        if self._x_order != 0:
            svg += _text(right, bottom + 26.0, f"1e{self._x_order}".replace("-", "\u2212"), "end")
        if self._y_order != 0:
            svg += _text(left, top - 3.0, f"1e{self._y_order}".replace("-", "\u2212"), "start")
        return svg + "</g>\n"

    def _x_tick(self, x, left, top, right, bottom, text):
        if x < left - 0.01 or x > right + 0.01:
            return ""
        grid = "" if self.xaxis._grid is None else _grid_line(self.xaxis._grid, f"M{x:.2f} {top:.2f}V{bottom:.2f}")
        return grid + f'<path d="M{x:.2f} {bottom:.2f}v3.5" stroke="#000000" stroke-width="0.8"/>\n' + _text(x, bottom + 14.6, text)

    def _y_tick(self, y, left, top, right, bottom, text):
        if y < top - 0.01 or y > bottom + 0.01:
            return ""
        grid = "" if self.yaxis._grid is None else _grid_line(self.yaxis._grid, f"M{left:.2f} {y:.2f}H{right:.2f}")
        return grid + f'<path d="M{left:.2f} {y:.2f}h-3.5" stroke="#000000" stroke-width="0.8"/>\n' + _text(left - 7.0, y + 3.8, text, "end")

    def _texts(self, left, top, right, bottom):
        svg = '<g fill="#000000">\n'
        if self._title != "":
            svg += _text((left + right) / 2, top - 6.0, self._title, "middle", self._title_size)
        if self.xaxis._label != "":
            svg += _text((left + right) / 2, bottom + 19.0 + 0.93 * self.xaxis._size, self.xaxis._label, "middle", self.xaxis._size)
        if self.yaxis._label != "":
            turned = f' transform="translate({left - 13.0 - self._widest:.2f} {(top + bottom) / 2:.2f}) rotate(-90)"'
            svg += _text(0.0, 0.0, self.yaxis._label, "middle", self.yaxis._size, turned)
        return svg + "</g>\n"

    def _legend_box(self, x_of, y_of, left, top, right, bottom):
        series_list, loc, size = self._legend
        rows = 0
        widest = 0.0
        for series in series_list:
            if series.label is not None:
                rows += 1
                widest = max(widest, _width(series.label, size))
        if rows == 0:
            return ""
        width = 3.6 * size + widest
        height = 1.47 * size * rows + 0.3 * size
        lefts = [right - 5.0 - width, left + 5.0, left + 5.0, right - 5.0 - width]
        tops = [top + 5.0, top + 5.0, bottom - 5.0 - height, bottom - 5.0 - height]
        x = lefts[0]
        y = tops[0]
        if loc == "best":
            # The first corner with the fewest points in it.
            best = math.inf
            for some_x, some_y in zip(lefts, tops):
                hidden = 0
                for series in self._series:
                    xs, ys = series.points
                    under = (ys <= some_y + height) & ((ys >= some_y) | series.is_bar)
                    hidden += (under & (xs >= some_x) & (xs <= some_x + width)).sum().item()
                if hidden < best:
                    best = hidden
                    x = some_x
                    y = some_y
        else:
            x = lefts[_places.index(loc) - 1]
            y = tops[_places.index(loc) - 1]
        svg = (f'<g class="legend">\n<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" rx="2" '
               f'fill="#ffffff" fill-opacity="0.8" stroke="#cccccc" stroke-opacity="0.8"/>\n')
        row = y + 0.9 * size
        for series in series_list:
            if series.label is not None:
                start = x + 0.4 * size
                if series.is_bar:
                    svg += f'<rect x="{start:.2f}" y="{row - 0.35 * size:.2f}" width="{2 * size:g}" height="{0.7 * size:g}" fill="{series.color}" fill-opacity="{series.alpha:g}"/>\n'
                if series.dashes is not None:
                    svg += f'<path d="M{start:.2f} {row:.2f}h{2 * size:g}" {series._line_style()}/>\n'
                if series.marker is not None:
                    svg += series._mark(start + size, row)
                svg += _text(start + 2.8 * size, row + 0.35 * size, series.label, "start", size, ' fill="#000000"')
                row += 1.47 * size
        return svg + "</g>\n"


def _grid_line(style, path):
    color, dash, width, alpha = style
    name = _line_names[dash] if dash in _line_names else dash
    dashes = ""
    for length in _dashes[name]:
        dashes += f" {length * width:.2f}"
    extra = f' stroke-dasharray="{dashes[1:]}"' if len(dashes) > 0 else ""
    return f'<path class="grid" d="{path}" stroke="{color}" stroke-width="{width:g}" stroke-opacity="{alpha:g}"{extra}/>\n'


def _limits(old, first, last):
    if isinstance(first, (tuple, list)):
        last = first[1]
        first = first[0]
    return (old[0] if first is None else float(first)), (old[1] if last is None else float(last))


class Figure:
    def __init__(self, figsize=None):
        self._size = (6.4, 4.8) if figsize is None else figsize
        self._rows = 1
        self._columns = 1
        self._axes = []
        self._tight = False

    def _place(self, rows, columns, index):
        """The plot at a place of a grid, the first of which is 1."""
        if len(self._axes) > 0 and (rows != self._rows or columns != self._columns):
            _tine.unsupported("the plots of a figure have one grid")
        self._rows = rows
        self._columns = columns
        for place, axes in self._axes:
            if place == index:
                return axes
        made = Axes()
        self._axes.append((index, made))
        return made

    def add_subplot(self, nrows=1, ncols=1, index=1):
        if nrows > 9:
            index = nrows % 10
            ncols = nrows // 10 % 10
            nrows = nrows // 100
        return self._place(nrows, ncols, index)

    def gca(self):
        return self._place(1, 1, 1) if len(self._axes) == 0 else self._axes[-1][1]

    def tight_layout(self, pad=1.08):
        self._tight = True

    def savefig(self, fname, dpi=None, format=None, bbox_inches=None, transparent=None):
        if format is not None and format != "svg":
            _tine.unsupported("figures are written as SVG; give format='svg'")
        if format is None and not fname.endswith(".svg"):
            if _tine.is_known(fname):
                _tine.unsupported("figures are written as SVG; let the name of the file end with '.svg'")
            raise ValueError(f"The name '{fname}' does not end with '.svg': figures are written as SVG")
        _tine.write_file(fname, self._svg())

    def _svg(self):
        self.gca()
        width = 72.0 * self._size[0]
        height = 72.0 * self._size[1]
        columns = self._columns
        rows = self._rows
        # The plots' edges and the distance from one to the next, in fractions of the figure.
        left = 0.125 * width
        right = 0.9 * width
        top = 0.12 * height
        bottom = 0.89 * height
        wide = (right - left) / (columns + 0.2 * (columns - 1))
        high = (bottom - top) / (rows + 0.2 * (rows - 1))
        next_left = 1.2 * wide
        next_top = 1.2 * high
        for place, axes in self._axes:
            axes._prepare(wide, high)
        if self._tight:
            around = [0.0, 0.0, 0.0]
            for place, axes in self._axes:
                around = [max(most, space) for most, space in zip(around, axes._space())]
            left = 10.8 + around[0]
            top = 10.8 + around[1]
            wide = (width - 10.8) / columns - left
            high = (height - 10.8) / rows - top - around[2]
            next_left = wide + left
            next_top = high + top + around[2]
        svg = ('<?xml version="1.0" encoding="UTF-8"?>\n'
               f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}pt" height="{height:g}pt" viewBox="0 0 {width:g} {height:g}" font-family="DejaVu Sans, Verdana, sans-serif" fill="none">\n'
               f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>\n')
        for place, axes in self._axes:
            x = left + (place - 1) % columns * next_left
            y = top + (place - 1) // columns * next_top
            svg += axes._svg(x, y, x + wide, y + high, place)
        return svg + "</svg>\n"


class _Current:
    def __init__(self):
        self.figure = None
        self.axes = None


_current = _Current()


def figure(num=None, figsize=None, dpi=None):
    _current.figure = Figure(figsize)
    _current.axes = None
    return _current.figure


def subplots(nrows=1, ncols=1, figsize=None, dpi=None, squeeze=True):
    made = figure(figsize=figsize)
    grid = [[made._place(nrows, ncols, row * ncols + column + 1) for column in range(ncols)] for row in range(nrows)]
    _current.axes = grid[-1][-1]
    if nrows == 1 and ncols == 1:
        return made, grid[0][0]
    if nrows == 1:
        return made, grid[0]
    if ncols == 1:
        return made, [row[0] for row in grid]
    return made, grid


def subplot(nrows=1, ncols=1, index=1):
    _current.axes = gcf().add_subplot(nrows, ncols, index)
    return _current.axes


def gcf():
    return figure() if _current.figure is None else _current.figure


def gca():
    return gcf().gca() if _current.axes is None else _current.axes


def close(fig=None):
    _current.figure = None
    _current.axes = None


def clf():
    figure()


def switch_backend(newbackend):
    pass


def show(block=None):
    warnings.warn("FigureCanvasAgg is non-interactive, and thus cannot be shown", stacklevel=2)


def plot(*args, **kwargs):
    return gca().plot(*args, **kwargs)


def bar(*args, **kwargs):
    return gca().bar(*args, **kwargs)


def errorbar(*args, **kwargs):
    return gca().errorbar(*args, **kwargs)


def xlabel(xlabel, fontsize=10):
    gca().set_xlabel(xlabel, fontsize)


def ylabel(ylabel, fontsize=10):
    gca().set_ylabel(ylabel, fontsize)


def title(label, fontsize=12):
    gca().set_title(label, fontsize)


def xticks(ticks, labels=None):
    gca().set_xticks(ticks, labels)


def yticks(ticks, labels=None):
    gca().set_yticks(ticks, labels)


def xlim(left=None, right=None):
    gca().set_xlim(left, right)


def ylim(bottom=None, top=None):
    gca().set_ylim(bottom, top)


def grid(*args, **kwargs):
    gca().grid(*args, **kwargs)


def legend(*args, **kwargs):
    gca().legend(*args, **kwargs)


def tight_layout(pad=1.08):
    gcf().tight_layout()


def savefig(fname, **kwargs):
    gcf().savefig(fname, **kwargs)

# matplotlib.axes: what is in a plot, and what stands around it.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch

from matplotlib._axis import Axis, Bounds, numbers_of
from matplotlib._colors import color_of
from matplotlib._plot import Plot
from matplotlib._series import Image, Series

_places = ["best", "upper right", "upper left", "lower left", "lower right"]


class Axes:
    def __init__(self):
        self.xaxis = Axis()
        self.yaxis = Axis()
        self._title = ""
        self._title_size = 12.0
        self._series = []
        self._images = []
        self._lines = 0
        self._bars = 0
        self._legend = None
        self._is_equal = False
        self._has_frame = True

    # What is drawn.

    def plot(self, *args, color=None, c=None, marker=None, linestyle=None, ls=None, linewidth=None, lw=None, markersize=6.0, ms=None, alpha=1.0, label=None):
        has_format = isinstance(args[-1], str)
        data = args[:-1] if has_format else args
        if len(data) > 2:
            _tine.unsupported("give each line a call of 'plot'")
        ys = numbers_of(data[-1])
        xs = numbers_of(data[0]) if len(data) > 1 else torch.arange(ys.size(0), dtype=torch.float64)
        made = self._line(xs, ys, None, args[-1] if has_format else "", c if color is None else color, marker, ls if linestyle is None else linestyle, lw if linewidth is None else linewidth,
                          markersize if ms is None else ms, alpha, label)
        return [made]

    def semilogx(self, *args, **kwargs):
        self.set_xscale("log")
        return self.plot(*args, **kwargs)

    def semilogy(self, *args, **kwargs):
        self.set_yscale("log")
        return self.plot(*args, **kwargs)

    def loglog(self, *args, **kwargs):
        self.set_xscale("log")
        self.set_yscale("log")
        return self.plot(*args, **kwargs)

    def errorbar(self, x, y, yerr=None, fmt="", ecolor=None, elinewidth=None, capsize=0, color=None, marker=None, linestyle=None, linewidth=None, markersize=6.0, alpha=1.0, label=None):
        ys = numbers_of(y)
        made = self._line(numbers_of(x), ys, self._errors(ys, yerr), fmt, color, marker, linestyle, linewidth, markersize, alpha, label)
        if ecolor is not None:
            made.error_color = color_of(ecolor)
        if elinewidth is not None:
            made.error_width = float(elinewidth)
        made.error_alpha = made.alpha
        made.cap = float(capsize)
        return made

    def scatter(self, x, y, s=None, c=None, marker="o", cmap=None, vmin=None, vmax=None, alpha=1.0, linewidths=None, color=None, label=None):
        made = Series(False, numbers_of(x), numbers_of(y), None, alpha, label)
        # The size is that of an area.
        made.set_marker(marker, 6.0 if s is None or not isinstance(s, (int, float)) else math.sqrt(s))
        made.marker_edge = float(linewidths) if linewidths is not None else 1.5 if marker in ("x", "+", "|", "_") else 1.0
        if s is not None and not isinstance(s, (int, float)):
            made.sizes = torch.sqrt(numbers_of(s))
            if made.sizes.size(0) != made.xs.size(0):
                raise ValueError("s must be a scalar, or float array-like with the same size as x and y")
        colors = c if color is None else color
        made.set_point_colors(self._next_bar_color() if colors is None else colors, cmap, vmin, vmax)
        self._series.append(made)
        return made

    def bar(self, x, height, width=0.8, *, yerr=None, align="center", color=None, edgecolor=None, linewidth=1.0, alpha=1.0, ecolor="k", capsize=0, label=None, tick_label=None, log=False):
        heights = torch.tensor([float(height)], dtype=torch.float64) if isinstance(height, (int, float)) else numbers_of(height)
        if len(x) > 0 and isinstance(x[0], str):
            tick_label = x
            x = torch.arange(heights.size(0))
        widths = torch.full_like(heights, float(width)) if isinstance(width, (int, float)) else numbers_of(width)
        xs = numbers_of(x) + (0.0 if align == "center" else widths / 2)
        if tick_label is not None:
            self.set_xticks(xs, tick_label)
        if log:
            self.set_yscale("log")
        made = self._add_bars(xs, heights, widths, self._errors(heights, yerr), self._next_bar_color() if color is None else color, edgecolor, linewidth, alpha, label)
        made.error_color = color_of(ecolor)
        made.cap = float(capsize)
        return made

    def hist(self, x, bins=10, range=None, density=False, cumulative=False, color=None, edgecolor=None, linewidth=1.0, alpha=1.0, rwidth=1.0, label=None, log=False):
        values = numbers_of(x)
        edges = _equal_bins(values, bins, range) if isinstance(bins, int) else numbers_of(bins)
        # Each bin has its lower edge, the last one its upper edge, too.
        ordered = torch.sort(values)[0]
        below = torch.searchsorted(ordered, edges[:-1].contiguous())
        all_below = torch.searchsorted(ordered, edges[-1:].contiguous(), right=True)
        counts = torch.diff(torch.cat([below, all_below])).to(torch.float64)
        widths = torch.diff(edges)
        if density:
            counts = counts / counts.sum() / widths
        if cumulative:
            counts = torch.cumsum(counts * widths if density else counts, 0)
        if log:
            self.set_yscale("log")
        if color is None:
            color = self._next_line_color()
        made = self._add_bars((edges[:-1] + edges[1:]) / 2, counts, widths * rwidth, None, color, edgecolor, linewidth, alpha, label)
        return counts.numpy(), edges.numpy(), made

    def imshow(self, X, cmap=None, *, aspect=None, interpolation=None, alpha=None, vmin=None, vmax=None, origin=None, extent=None):
        if interpolation not in (None, "nearest", "none", "auto", "antialiased"):
            _tine.unsupported("pixels of 'imshow' are shown as they are, with interpolation='nearest'")
        made = Image(X, cmap, vmin, vmax, origin, extent, alpha)
        self._images.append(made)
        self.set_aspect("equal" if aspect is None else aspect)
        self.xaxis.is_turned = made.left > made.right
        self.yaxis.is_turned = made.bottom > made.top
        return made

    def _next_line_color(self):
        self._lines += 1
        return f"C{(self._lines - 1) % 10}"

    def _next_bar_color(self):
        self._bars += 1
        return f"C{(self._bars - 1) % 10}"

    def _errors(self, ys, yerr):
        if yerr is None:
            return None
        return torch.full_like(ys, float(yerr)) if isinstance(yerr, (int, float)) else numbers_of(yerr)

    def _add_bars(self, xs, heights, widths, errors, color, edgecolor, linewidth, alpha, label):
        made = Series(True, xs, heights, errors, alpha, label)
        made.widths = widths
        made.color = color_of(color)
        if edgecolor is not None:
            made.edge = f' stroke="{color_of(edgecolor)}" stroke-width="{float(linewidth):g}" stroke-opacity="{made.alpha:g}"'
        self._series.append(made)
        return made

    def _line(self, xs, ys, errors, fmt, color, marker, linestyle, linewidth, markersize, alpha, label):
        made = Series(False, xs, ys, errors, alpha, label)
        color = made.set_line(fmt, color, marker, linestyle, linewidth, markersize)
        made.color = color_of(self._next_line_color() if color is None else color)
        made.error_color = made.color
        self._series.append(made)
        return made

    # What stands around it.

    def set_xlabel(self, xlabel, fontsize=10):
        self.xaxis.label = xlabel
        self.xaxis.size = float(fontsize)

    def set_ylabel(self, ylabel, fontsize=10):
        self.yaxis.label = ylabel
        self.yaxis.size = float(fontsize)

    def set_title(self, label, fontsize=12):
        self._title = label
        self._title_size = float(fontsize)

    def set_xticks(self, ticks, labels=None):
        self.xaxis.set_ticks(ticks, labels)

    def set_yticks(self, ticks, labels=None):
        self.yaxis.set_ticks(ticks, labels)

    def set_xticklabels(self, labels):
        self.xaxis.set_labels(labels)

    def set_yticklabels(self, labels):
        self.yaxis.set_labels(labels)

    def set_xlim(self, left=None, right=None):
        self.xaxis.set_limits(left, right)

    def set_ylim(self, bottom=None, top=None):
        self.yaxis.set_limits(bottom, top)

    def set_xscale(self, value):
        self.xaxis.set_scale(value)

    def set_yscale(self, value):
        self.yaxis.set_scale(value)

    def invert_xaxis(self):
        self.xaxis.is_turned = not self.xaxis.is_turned

    def invert_yaxis(self):
        self.yaxis.is_turned = not self.yaxis.is_turned

    def set_aspect(self, aspect):
        if aspect not in ("equal", "auto"):
            _tine.unsupported("the aspect of axes is 'equal' or 'auto'")
        self._is_equal = aspect == "equal"

    def axis(self, arg):
        if arg not in ("off", "on"):
            _tine.unsupported("'axis' takes 'off' or 'on'")
        self._has_frame = arg == "on"

    def set(self, title=None, xlabel=None, ylabel=None, xlim=None, ylim=None, xticks=None, yticks=None, xscale=None, yscale=None):
        if title is not None:
            self.set_title(title)
        if xlabel is not None:
            self.set_xlabel(xlabel)
        if ylabel is not None:
            self.set_ylabel(ylabel)
        if xscale is not None:
            self.set_xscale(xscale)
        if yscale is not None:
            self.set_yscale(yscale)
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
        self._legend = (self._series if handles is None else handles, _places.index(loc), float(fontsize))

    # How it is drawn.

    def _prepare(self, width, height):
        """Decides limits and ticks of a plot of about that size."""
        across = Bounds()
        up = Bounds()
        for series in self._series:
            if series.is_bar:
                across.add(self.xaxis.shown(series.xs - series.widths / 2))
                across.add(self.xaxis.shown(series.xs + series.widths / 2))
                if not self.yaxis.is_log:
                    up.add_edge(0.0)
            across.add(self.xaxis.shown(series.xs))
            up.add(self.yaxis.shown(series.ys))
            if series.errors is not None:
                up.add(self.yaxis.shown(series.ys - series.errors))
                up.add(self.yaxis.shown(series.ys + series.errors))
        for image in self._images:
            across.add_edge(image.left)
            across.add_edge(image.right)
            up.add_edge(image.bottom)
            up.add_edge(image.top)
        self.xaxis.set_ends(across)
        self.yaxis.set_ends(up)
        left, top, right, bottom = self._box(0.0, 0.0, width, height)
        self.xaxis.locate(min(9, max(1, int((right - left) / 30))))
        self.yaxis.locate(min(9, max(1, int((bottom - top) / 20))))
        self._widest = self.yaxis.widest()

    def _space(self):
        """What stands left of, above and below the plot, and its last tick's label right of it."""
        left = 7.0 + self._widest + (0.0 if self.yaxis.label == "" else 4.0 + 1.2 * self.yaxis.size)
        above = 0.0 if self._title == "" else 6.0 + 0.9 * self._title_size
        below = 16.0 + (0.0 if self.xaxis.label == "" else 3.0 + 1.2 * self.xaxis.size)
        return left, above, below

    def _box(self, left, top, right, bottom):
        """What is used of that place: its middle where both axes have one measure."""
        if not self._is_equal:
            return left, top, right, bottom
        wide = abs(self.xaxis.last - self.xaxis.first)
        high = abs(self.yaxis.last - self.yaxis.first)
        size = min((right - left) / wide, (bottom - top) / high)
        x = (left + right) / 2
        y = (top + bottom) / 2
        return x - size * wide / 2, y - size * high / 2, x + size * wide / 2, y + size * high / 2

    def _svg(self, left, top, right, bottom, number, is_png):
        left, top, right, bottom = self._box(left, top, right, bottom)
        plot = Plot(self.xaxis, self.yaxis, left, top, right, bottom)
        clip = f'clip-path="url(#plot{number})"'
        svg = f'<clipPath id="plot{number}"><rect x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" height="{bottom - top:.2f}"/></clipPath>\n'
        svg += f"<g {clip}>\n"
        for image in self._images:
            svg += plot.image(image, is_png)
        for series in self._series:
            if series.is_bar:
                svg += plot.bars(series)
        svg += "</g>\n"
        if self._has_frame:
            svg += plot.ticks()
        svg += f"<g {clip}>\n"
        for series in self._series:
            if series.dashes is not None:
                svg += plot.line(series)
            if series.errors is not None:
                svg += plot.errors(series)
        svg += "</g>\n"
        for series in self._series:
            if series.marker is not None:
                svg += plot.marks(series)
        if self._has_frame:
            svg += plot.frame(self._widest)
        if self._title != "":
            svg += plot.title(self._title, self._title_size)
        if self._legend is not None:
            handles, place, size = self._legend
            svg += plot.legend(handles, self._series, place, size)
        return svg


def _equal_bins(values, bins, range):
    low = values.min().item() if range is None and values.size(0) > 0 else 0.0 if range is None else float(range[0])
    high = values.max().item() if range is None and values.size(0) > 0 else 1.0 if range is None else float(range[1])
    if not (math.isfinite(low) and math.isfinite(high)):
        raise ValueError(f"autodetected range of [{low}, {high}] is not finite")
    if low > high:
        raise ValueError("max must be larger than min in range parameter.")
    around = 0.5 if low == high else 0.0
    return torch.linspace(low - around, high + around, bins + 1, dtype=torch.float64)

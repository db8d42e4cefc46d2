# How matplotlib's axes are drawn, as SVG.
#
# Sizes are points, a 72nd of an inch. Sizes, colours, margins, limits and ticks are matplotlib's by default; the width
# of a text is guessed. Numbers are tensors, so that what draws them is a loop of the run.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch

from matplotlib._axis import Scale, exponent_of, indices_of, text_width
from matplotlib._series import dash_array


def _escaped(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _text(x, y, text, anchor="middle", size=10.0, extra=""):
    return f'<text x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}" font-size="{size:g}"{extra}>{_escaped(text)}</text>\n'


def _power(x, y, place, anchor):
    """10 to an exponent; digits are 0.636 of their size wide, and minus 0.838."""
    exponent = exponent_of(place)
    width = 12.7 + 4.45 * len(exponent) + (1.4 if place < -0.5 else 0.0)
    start = x - (width / 2 if anchor == "middle" else width)
    return _text(start, y, "10", "start") + _text(start + 12.7, y - 3.8, exponent, "start", 7.0)


class Plot:
    """A rectangle of a figure, with axes."""

    def __init__(self, xaxis, yaxis, left, top, right, bottom):
        self._xaxis = xaxis
        self._yaxis = yaxis
        self._left = left
        self._top = top
        self._right = right
        self._bottom = bottom
        self._x_of = Scale(xaxis, left, right)
        self._y_of = Scale(yaxis, bottom, top)

    # What is in it.

    def image(self, image, is_png):
        left = self._x_of(image.left)
        right = self._x_of(image.right)
        top = self._y_of(image.top)
        bottom = self._y_of(image.bottom)
        digits = image.digits(top > bottom, left > right)
        place = f'x="{min(left, right):.2f}" y="{min(top, bottom):.2f}" width="{abs(right - left):.2f}" height="{abs(bottom - top):.2f}" opacity="{image.alpha:g}"'
        if is_png:
            return f'<image {place} columns="{image.columns}" pixels="{digits}"/>\n'
        small = (f'<svg width="{image.columns}" height="{image.rows}"><image x="0" y="0" width="{image.columns}" height="{image.rows}" '
                 f'columns="{image.columns}" pixels="{digits}"/></svg>')
        # Who smoothes it has little to smooth.
        times = max(1, 600 // max(image.columns, image.rows))
        data = _tine.png_base64(small, 72.0 * times)
        return f'<image class="image" {place} preserveAspectRatio="none" style="image-rendering:pixelated" xlink:href="data:image/png;base64,{data}"/>\n'

    def bars(self, series):
        # Axes may go from right to left, and 0 may have no place.
        lefts = self._x_of.of(series.xs - series.widths / 2)
        rights = self._x_of.of(series.xs + series.widths / 2)
        tops = self._y_of.of(series.ys)
        base = self._y_of(0.0)
        known = torch.isfinite(lefts) & torch.isfinite(rights) & torch.isfinite(tops)
        svg = ""
        for i in indices_of(lefts):
            left = lefts[i].item()
            right = rights[i].item()
            edge = tops[i].item()
            if known[i]:
                svg += (f'<rect class="bar" x="{min(left, right):.2f}" y="{min(edge, base):.2f}" width="{abs(right - left):.2f}" height="{abs(edge - base):.2f}" '
                        f'fill="{series.color}" fill-opacity="{series.alpha:g}"{series.edge}/>\n')
        return svg

    def line(self, series):
        xs = self._x_of.of(series.xs)
        ys = self._y_of.of(series.ys)
        known = torch.isfinite(xs) & torch.isfinite(ys)
        joined = known & known.roll(1)
        path = ""
        for i in indices_of(xs):
            if known[i]:
                path += ("L" if i > 0 and joined[i] else "M") + f"{xs[i].item():.2f} {ys[i].item():.2f}"
        return f'<path class="line" d="{path}" {series.line_style()}/>\n'

    def errors(self, series):
        cap = series.cap
        xs = self._x_of.of(series.xs)
        lows = self._y_of.of(series.ys - series.errors)
        highs = self._y_of.of(series.ys + series.errors)
        known = torch.isfinite(xs) & torch.isfinite(lows) & torch.isfinite(highs)
        color = f'stroke="{series.error_color}"'
        opacity = f'stroke-opacity="{series.error_alpha:g}"'
        svg = ""
        for i in indices_of(xs):
            place = xs[i].item()
            low = lows[i].item()
            high = highs[i].item()
            if known[i]:
                svg += f'<path class="error" d="M{place:.2f} {low:.2f}V{high:.2f}" {color} stroke-width="{series.error_width:g}" {opacity}/>\n'
            if known[i] and cap > 0:
                svg += f'<path class="cap" d="M{place - cap:.2f} {low:.2f}h{2 * cap:g}M{place - cap:.2f} {high:.2f}h{2 * cap:g}" {color} {opacity}/>\n'
        return svg

    def marks(self, series):
        xs = self._x_of.of(series.xs)
        ys = self._y_of.of(series.ys)
        svg = ""
        for i in indices_of(xs):
            x = xs[i].item()
            y = ys[i].item()
            if x >= self._left - 0.01 and x <= self._right + 0.01 and y >= self._top - 0.01 and y <= self._bottom + 0.01:
                svg += series.mark_of(i, x, y)
        return svg

    # What stands around it.

    def ticks(self):
        xaxis = self._xaxis
        yaxis = self._yaxis
        svg = '<g fill="#000000">\n'
        for axis, tick in ((xaxis, self._x_tick), (yaxis, self._y_tick)):
            for i in indices_of(axis.small_ticks):
                svg += tick(axis.small_ticks[i].item(), 2.0, 0.6)
        for axis, number, named in ((xaxis, self._x_number, self._x_name), (yaxis, self._y_number, self._y_name)):
            if axis.names is None:
                for i in indices_of(axis.ticks):
                    svg += number(axis.ticks[i].item())
            else:
                for i, name in enumerate(axis.names):
                    svg += named(axis.ticks[i].item(), name)
        if xaxis.order != 0:
            svg += _text(self._right, self._bottom + 26.0, f"1e{xaxis.order}".replace("-", "\u2212"), "end")
        if yaxis.order != 0:
            svg += _text(self._left, self._top - 3.0, f"1e{yaxis.order}".replace("-", "\u2212"), "start")
        return svg + "</g>\n"

    def _is_across(self, x):
        return x >= self._left - 0.01 and x <= self._right + 0.01

    def _is_up(self, y):
        return y >= self._top - 0.01 and y <= self._bottom + 0.01

    def _x_tick(self, place, length, width):
        x = self._x_of.at_place(place)
        return f'<path d="M{x:.2f} {self._bottom:.2f}v{length:g}" stroke="#000000" stroke-width="{width:g}"/>\n' if self._is_across(x) else ""

    def _y_tick(self, place, length, width):
        y = self._y_of.at_place(place)
        return f'<path d="M{self._left:.2f} {y:.2f}h{-length:g}" stroke="#000000" stroke-width="{width:g}"/>\n' if self._is_up(y) else ""

    def _x_name(self, place, name):
        x = self._x_of.at_place(place)
        if not self._is_across(x):
            return ""
        grid = "" if self._xaxis.grid_style is None else _grid_line(self._xaxis.grid_style, f"M{x:.2f} {self._top:.2f}V{self._bottom:.2f}")
        text = _power(x, self._bottom + 14.6, place, "middle") if name is None else _text(x, self._bottom + 14.6, name)
        return grid + self._x_tick(place, 3.5, 0.8) + text

    def _y_name(self, place, name):
        y = self._y_of.at_place(place)
        if not self._is_up(y):
            return ""
        grid = "" if self._yaxis.grid_style is None else _grid_line(self._yaxis.grid_style, f"M{self._left:.2f} {y:.2f}H{self._right:.2f}")
        text = _power(self._left - 7.0, y + 3.8, place, "end") if name is None else _text(self._left - 7.0, y + 3.8, name, "end")
        return grid + self._y_tick(place, 3.5, 0.8) + text

    def _x_number(self, place):
        if self._xaxis.decades:
            return self._x_name(place, None)
        return self._x_name(place, self._xaxis.text_of(place))

    def _y_number(self, place):
        if self._yaxis.decades:
            return self._y_name(place, None)
        return self._y_name(place, self._yaxis.text_of(place))

    def frame(self, widest):
        """With the labels of the axes; that of y stands left of texts as wide as the widest."""
        left = self._left
        x = (left + self._right) / 2
        y = (self._top + self._bottom) / 2
        svg = f'<rect x="{left:.2f}" y="{self._top:.2f}" width="{self._right - left:.2f}" height="{self._bottom - self._top:.2f}" stroke="#000000" stroke-width="0.8"/>\n'
        svg += '<g fill="#000000">\n'
        if self._xaxis.label != "":
            svg += _text(x, self._bottom + 19.0 + 0.93 * self._xaxis.size, self._xaxis.label, "middle", self._xaxis.size)
        if self._yaxis.label != "":
            turned = f' transform="translate({left - 13.0 - widest:.2f} {y:.2f}) rotate(-90)"'
            svg += _text(0.0, 0.0, self._yaxis.label, "middle", self._yaxis.size, turned)
        return svg + "</g>\n"

    def title(self, title, size):
        return _text((self._left + self._right) / 2, self._top - 6.0, title, "middle", size, ' fill="#000000"')

    def legend(self, handles, all_series, place, size):
        rows = 0
        widest = 0.0
        for series in handles:
            if series.label is not None:
                rows += 1
                widest = max(widest, text_width(series.label, size))
        if rows == 0:
            return ""
        width = 3.6 * size + widest
        height = 1.47 * size * rows + 0.3 * size
        x, y = self._legend_corner(all_series, place, width, height)
        svg = (f'<g class="legend">\n<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" rx="2" '
               f'fill="#ffffff" fill-opacity="0.8" stroke="#cccccc" stroke-opacity="0.8"/>\n')
        row = y + 0.9 * size
        for series in handles:
            if series.label is not None:
                svg += _legend_row(series, x + 0.4 * size, row, size)
                row += 1.47 * size
        return svg + "</g>\n"

    def _legend_corner(self, all_series, place, width, height):
        left = self._left + 5.0
        right = self._right - 5.0 - width
        top = self._top + 5.0
        bottom = self._bottom - 5.0 - height
        lefts = [right, left, left, right]
        tops = [top, top, bottom, bottom]
        if place > 0:
            return lefts[place - 1], tops[place - 1]
        # The first corner with the fewest points in it.
        x = right
        y = top
        best = math.inf
        for some_x, some_y in zip(lefts, tops):
            hidden = 0
            for series in all_series:
                xs = self._x_of.of(series.xs)
                ys = self._y_of.of(series.ys)
                under = (ys <= some_y + height) & ((ys >= some_y) | series.is_bar)
                hidden += (under & (xs >= some_x) & (xs <= some_x + width)).sum().item()
            if hidden < best:
                best = hidden
                x = some_x
                y = some_y
        return x, y


def _legend_row(series, start, row, size):
    svg = ""
    if series.is_bar:
        svg += (f'<rect x="{start:.2f}" y="{row - 0.35 * size:.2f}" width="{2 * size:g}" height="{0.7 * size:g}" '
                f'fill="{series.color}" fill-opacity="{series.alpha:g}"{series.edge}/>\n')
    if series.dashes is not None:
        svg += f'<path d="M{start:.2f} {row:.2f}h{2 * size:g}" {series.line_style()}/>\n'
    if series.marker is not None:
        svg += series.mark(start + size, row, series.marker_size, series.color)
    return svg + _text(start + 2.8 * size, row + 0.35 * size, series.label, "start", size, ' fill="#000000"')


def _grid_line(style, path):
    color, dash, width, alpha = style
    return f'<path class="grid" d="{path}" stroke="{color}" stroke-width="{width:g}" stroke-opacity="{alpha:g}"{dash_array(dash, width)}/>\n'

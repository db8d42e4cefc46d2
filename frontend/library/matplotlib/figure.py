# matplotlib.figure: plots in a grid, written as SVG or PNG.
#
# A drawing is SVG; the picture of one is made in the run (runtime/src/drawing.cpp).
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine

from matplotlib.axes import Axes


class Figure:
    def __init__(self, figsize=None, dpi=None):
        self._size = (6.4, 4.8) if figsize is None else figsize
        self._dpi = 100.0 if dpi is None else float(dpi)
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
        if transparent:
            _tine.unsupported("figures have a white background")
        if format is None:
            if fname.rfind(".") <= fname.rfind("/"):
                fname = fname + ".png"
            suffix = fname[fname.rfind(".") + 1:].lower()
        else:
            suffix = format.lower()
        if suffix != "svg" and suffix != "png":
            if _tine.is_known(suffix):
                _tine.unsupported("figures are written as SVG or PNG; let the name of the file end with '.svg' or '.png'")
            raise ValueError(f"Format '{suffix}' is not supported: figures are written as SVG or PNG, to a file whose name ends with '.svg' or '.png'")
        drawing = self._svg(suffix == "png")
        if suffix == "png":
            drawing = self._png(drawing, self._dpi if dpi is None or isinstance(dpi, str) else float(dpi))
        _tine.write_file(fname, drawing)

    def _png(self, drawing, dpi):
        width = int(self._size[0] * dpi)
        height = int(self._size[1] * dpi)
        if width >= 65536 or height >= 65536:
            raise ValueError(f"Image size of {width}x{height} pixels is too large. It must be less than 2^16 in each direction.")
        return _tine.png(drawing, dpi)

    def _svg(self, is_png):
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
               f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width:g}pt" height="{height:g}pt" viewBox="0 0 {width:g} {height:g}" font-family="DejaVu Sans, Verdana, sans-serif" fill="none">\n'
               f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>\n')
        for place, axes in self._axes:
            x = left + (place - 1) % columns * next_left
            y = top + (place - 1) // columns * next_top
            svg += axes._svg(x, y, x + wide, y + high, place, is_png)
        return svg + "</svg>\n"

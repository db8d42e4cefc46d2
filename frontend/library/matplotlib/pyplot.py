# matplotlib.pyplot: functions for the current figure and its current axes.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import warnings

import _tine

from matplotlib.figure import Figure


class _Current:
    def __init__(self):
        self.figure = None
        self.axes = None


_current = _Current()


def figure(num=None, figsize=None, dpi=None):
    _current.figure = Figure(figsize, dpi)
    _current.axes = None
    return _current.figure


def subplots(nrows=1, ncols=1, figsize=None, dpi=None, squeeze=True):
    made = figure(figsize=figsize, dpi=dpi)
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


def _of_current(name):
    def draw(*args, **kwargs):
        return getattr(gca(), name)(*args, **kwargs)

    return _tine.named(name, draw)


plot = _of_current("plot")
bar = _of_current("bar")
errorbar = _of_current("errorbar")
scatter = _of_current("scatter")
hist = _of_current("hist")
imshow = _of_current("imshow")
semilogx = _of_current("semilogx")
semilogy = _of_current("semilogy")
loglog = _of_current("loglog")
grid = _of_current("grid")
legend = _of_current("legend")


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


def xscale(value):
    gca().set_xscale(value)


def yscale(value):
    gca().set_yscale(value)


def axis(arg):
    gca().axis(arg)


def tight_layout(pad=1.08):
    gcf().tight_layout()


def savefig(fname, **kwargs):
    gcf().savefig(fname, **kwargs)

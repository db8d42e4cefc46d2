# Classes and functions of Python that need no import.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch


class set:
    """A set of numbers or strings, as the keys of a dict.

    Python's order of strings is another one in each run, and any is right; of small numbers it
    is their own; where it is neither, only `sorted` goes over the items."""

    def __init__(self, iterable=()):
        self._items = {}
        for item in _tine.distinct(iterable):
            self._items[item] = True

    def _in_any_order(self):
        return list(self._items.keys())

    def __iter__(self):
        return iter(_tine.order_of_set(self._in_any_order()))

    def __len__(self):
        return len(self._items)

    def __contains__(self, item):
        return item in self._items

    def add(self, item):
        self._items[item] = True

    def discard(self, item):
        if item in self._items:
            del self._items[item]

    def remove(self, item):
        del self._items[item]

    def clear(self):
        self._items = {}

    def copy(self):
        return set(self._in_any_order())

    def update(self, *others):
        for other in others:
            for item in _tine.distinct(other):
                self._items[item] = True

    def union(self, *others):
        result = self.copy()
        result.update(*others)
        return result

    def intersection(self, other):
        return set([item for item in self._in_any_order() if item in other])

    def difference(self, other):
        return set([item for item in self._in_any_order() if item not in other])

    def symmetric_difference(self, other):
        return self.difference(other) | set(other).difference(self)

    def issubset(self, other):
        return all([item in other for item in self._in_any_order()])

    def issuperset(self, other):
        return set(other).issubset(self)

    def isdisjoint(self, other):
        return not any([item in other for item in self._in_any_order()])

    def __or__(self, other):
        return self.union(other._in_any_order())

    def __and__(self, other):
        return self.intersection(other)

    def __sub__(self, other):
        return self.difference(other)

    def __xor__(self, other):
        return self.symmetric_difference(other)

    def __eq__(self, other):
        return isinstance(other, set) and len(self) == len(other) and self.issubset(other)

    def __ne__(self, other):
        return not self == other

    def __le__(self, other):
        return self.issubset(other)

    def __lt__(self, other):
        return len(self) < len(other) and self.issubset(other)

    def __ge__(self, other):
        return other.issubset(self)

    def __gt__(self, other):
        return other < self

    def __repr__(self):
        if len(self) == 0:
            return "set()"
        return "{" + ", ".join([repr(item) for item in self]) + "}"


def sum_of_rows(input, start):
    """Python's sum() of a tensor, which adds one row after the other."""
    total = start
    for row in input:
        total = total + row
    return total


def best_row(input, name):
    """Python's max() or min() of a tensor: the first of its best rows. A NaN is never better, and
    none is better than it."""
    if input.dim() == 0:
        raise TypeError("iteration over a 0-d tensor")
    count = input.size(0)
    if count == 0:
        raise ValueError(f"{name}() arg is an empty sequence")
    if count == 1:
        return input[0]
    if input.numel() != count:
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
    values = input.detach().reshape(-1)
    worst = -math.inf if name == "max" else math.inf
    if values.is_floating_point():
        isnan = torch.isnan(values)
        values = torch.where(isnan, worst, values)
    elif values.dtype == torch.bool:
        values = values.long()
    place = torch.argmax(values) if name == "max" else torch.argmin(values)
    if input.is_floating_point():
        place = torch.where(isnan[0], 0, place)
    return input[place]


def any_row(input):
    if input.dim() == 0:
        raise TypeError("iteration over a 0-d tensor")
    if input.dim() > 1 and input.numel() != input.size(0):
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
    return (input != 0).any().item()


def all_rows(input):
    if input.dim() == 0:
        raise TypeError("iteration over a 0-d tensor")
    if input.dim() > 1 and input.numel() != input.size(0):
        raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
    return (input != 0).all().item()

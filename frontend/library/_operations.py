# What operators and functions of Python are where only the run knows what they get, or a handler is
# for their errors.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine


def float_of(text):
    """float() of a text, where a handler catches its error."""
    if not _tine.is_number(text, "float"):
        raise ValueError(f"could not convert string to float: {text!r}")
    return _tine.read_number(text, "float")


def int_of(text):
    if not _tine.is_number(text, "int"):
        raise ValueError(f"invalid literal for int() with base 10: {text!r}")
    return _tine.read_number(text, "int")


def print_all(groups, sep=" ", end="\n", file=None, flush=False):
    texts = []
    for group in groups:
        for item in group:
            texts.append(str(item))
    print((" " if sep is None else sep).join(texts), end=end, file=file, flush=flush)


def unpacked(items, count, star):
    """The items of a list that is unpacked, where a handler catches its error; what the others
    leave is item number `star`."""
    size = len(items)
    if star is not None:
        if size < count - 1:
            raise ValueError(f"not enough values to unpack (expected at least {count - 1}, got {size})")
        rest = items[star:size - (count - 1 - star)]
        last = [_tine.item_there(items, i - count) for i in range(star + 1, count)]
        return tuple([_tine.item_there(items, i) for i in range(star)] + [rest] + last)
    if size < count:
        raise ValueError(f"not enough values to unpack (expected {count}, got {size})")
    if size > count:
        raise ValueError(f"too many values to unpack (expected {count})")
    return tuple([_tine.item_there(items, i) for i in range(count)])


def map(function, iterable):
    """Where only the run knows how many items there are."""
    return [function(item) for item in iterable]


def filter(function, iterable):
    return [item for item in iterable if (item if function is None else function(item))]


def equal_dicts(a, b):
    """Of dicts of which one is of the run."""
    if len(a) != len(b):
        return False
    for key, value in a.items():
        if key not in b or b[key] != value:
            return False
    return True


def equal_lists(a, b):
    """Of lists of which one is of the run, whose items have items or attributes."""
    if len(a) != len(b):
        return False
    for i in range(len(a)):
        x, y = a[i], b[i]
        if x is not y and x != y:
            return False
    return True


def order_of_ints(items):
    """Small ones are in order in Python's table, which has a place for each."""
    size = 8
    while 5 * len(items) >= 3 * (size - 1):
        size = 2 * size
    ordered = sorted(items)
    if len(ordered) > 0 and (ordered[0] < 0 or ordered[-1] >= size):
        raise NotImplementedError("the order of this set is Python's own; use sorted() of it")
    return ordered


def _compared(a, b, op):
    return a < b if op == "<" else a <= b if op == "<=" else a > b if op == ">" else a >= b


def are_in_order(a, b, op):
    """Of two lists, as the first items that differ say, or the lengths."""
    if a is b:
        return op == "<=" or op == ">="
    for i in range(min(len(a), len(b))):
        if a[i] != b[i]:
            return _compared(a[i], b[i], op)
    return _compared(len(a), len(b), op)

# What goes over a generator and is one itself: it asks for one item after the other.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

_endless = 9223372036854775807


def by_number(values):
    """The items of an object that has `__getitem__` alone."""
    number = 0
    while True:
        try:
            item = values[number]
        except IndexError:
            return
        yield item
        number += 1


def numbered(source, start):
    """enumerate()"""
    number = start
    for item in source:
        yield number, item
        number += 1


def zipped(before, source, behind):
    """zip() of a generator and what has a length, in front of it or behind. Those in front are asked first."""
    first = min([len(part) for part in before], default=_endless)
    second = min([len(part) for part in behind], default=_endless)
    number = 0
    if first > 0:
        for item in source:
            if number >= second:
                return
            yield tuple([part[number] for part in before] + [item] + [part[number] for part in behind])
            number += 1
            if number >= first:
                return


def part(source, start, stop, step):
    """itertools.islice()"""
    number = 0
    wanted = start
    if stop > 0:
        for item in source:
            if number == wanted:
                yield item
                wanted += step
            number += 1
            if number >= stop:
                return


def map(function, source):
    for item in source:
        yield function(item)


def filter(function, source):
    for item in source:
        if item if function is None else function(item):
            yield item


def taken_while(predicate, source):
    for item in source:
        if not predicate(item):
            return
        yield item

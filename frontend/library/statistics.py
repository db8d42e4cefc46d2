# statistics: of lists of floats.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math


def mean(data):
    if len(data) < 1:
        raise ValueError("mean requires at least one data point")
    total = math.fsum(data) / len(data)
    return int(total) if all([isinstance(x, int) for x in data]) and total == int(total) else total


def fmean(data):
    return math.fsum(data) / len(data)


def _squares(data):
    centre = math.fsum(data) / len(data)
    return math.fsum([(x - centre) ** 2 for x in data])


def pvariance(data):
    return _squares(data) / len(data)


def variance(data):
    if len(data) < 2:
        raise ValueError("variance requires at least two data points")
    return _squares(data) / (len(data) - 1)


def stdev(data):
    return math.sqrt(variance(data))


def pstdev(data):
    return math.sqrt(pvariance(data))


def median(data):
    ordered = sorted(data)
    n = len(ordered)
    if n == 0:
        raise ValueError("no median for empty data")
    return ordered[n // 2] if n % 2 == 1 else (ordered[n // 2 - 1] + ordered[n // 2]) / 2

# numpy.random: the generator of default_rng, number by number; of normal ones the last bits may differ.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
import time

import _tine
import numpy
import torch
from numpy._operands import _is_number, _tensor, _type


def _shape(size):
    return (size,) if _is_number(size) else tuple(size)


def _length(values):
    return len(values._t) if isinstance(values, numpy.ndarray) else len(values)


def _shuffle(x, up_to):
    """In place, by ints that `up_to` draws from 0 to a number."""
    i = _length(x) - 1
    while i > 0:
        j = up_to(i)
        if isinstance(x, list):
            item = x[i]
            x[i] = x[j]
            x[j] = item
        else:
            t = _tensor(x)
            row = t[i].clone()
            t[i] = t[j].clone()
            t[j] = row
        i -= 1


class _Draws:
    """What all generators make of the numbers that they draw one by one."""

    def _drawn(self, size, kind, draw):
        """A number, or an array of so many in the order in which they are drawn."""
        if size is None:
            return draw()
        shape = _shape(size)
        t = torch.empty(math.prod(shape), dtype=kind)
        i = 0
        while i < len(t):
            t[i] = draw()
            i += 1
        return numpy.ndarray(t.reshape(shape))

    def _sized(self, size, *parameters):
        """The size of the result for arrays of parameters, which fit to each other."""
        for parameter in parameters:
            if not _is_number(parameter) and size is None:
                size = numpy.asarray(parameter).shape
        return size

    def normal(self, loc=0.0, scale=1.0, size=None):
        return loc + scale * self.standard_normal(self._sized(size, loc, scale))

    def uniform(self, low=0.0, high=1.0, size=None):
        return low + (high - low) * self.random(self._sized(size, low, high))

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        return numpy.exp(self.normal(mean, sigma, size))


class Generator(_Draws):
    def __init__(self, seed):
        _tine.python_draw("pcg_seed", _tine.number_of(self), seed)

    def _uniform(self):
        return _tine.python_draw("pcg_random", _tine.number_of(self), 0)

    def _normal(self):
        return _tine.python_draw("pcg_normal", _tine.number_of(self), 0)

    def _up_to(self, most):
        return _tine.python_draw("pcg_up_to", _tine.number_of(self), most)

    def random(self, size=None):
        return self._drawn(size, torch.float64, self._uniform)

    def standard_normal(self, size=None, dtype=float):
        if _type(dtype) != torch.float64:
            _tine.unsupported("'standard_normal' draws float64 here; take '.astype' behind it")
        return self._drawn(size, torch.float64, self._normal)

    def integers(self, low, high=None, size=None, dtype=int, endpoint=False):
        if high is None:
            high = low
            low = 0
        if not _is_number(low) or not _is_number(high):
            _tine.unsupported("bounds of 'integers' are ints here")
        if _type(dtype) != torch.int64:
            _tine.unsupported("'integers' draws int64 here; take '.astype' behind it")
        most = int(high) - int(low) - (0 if endpoint else 1)
        if most < 0:
            raise ValueError("low > high" if endpoint else "low >= high")
        values = self._drawn(size, torch.int64, lambda: int(low) + self._up_to(most))
        return numpy.int64(values) if size is None else values

    def _without_repeats(self, n, count):
        """Floyd's: a number that is there already is replaced by the last one that may come."""
        if n > 10000 and count > n // 50:
            _tine.unsupported("'choice' of so many without 'replace' is not supported")
        t = torch.empty(count, dtype=torch.int64)
        seen = torch.zeros(n, dtype=torch.bool)
        i = 0
        while i < count:
            last = n - count + i
            value = self._up_to(last)
            if bool(seen[value]):
                value = last
            seen[value] = True
            t[i] = value
            i += 1
        places = numpy.ndarray(t)
        _shuffle(places, self._up_to)
        return places

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        n = int(a) if _is_number(a) else _length(a)
        if n <= 0:
            raise ValueError("a must be a positive integer unless no samples are taken" if _is_number(a) else "a cannot be empty unless no samples are taken")
        count = 1 if size is None else math.prod(_shape(size))
        if p is not None:
            if not replace:
                _tine.unsupported("'choice' with 'p' draws with 'replace' here")
            sums = numpy.cumsum(numpy.asarray(p, dtype=float))
            index = numpy.searchsorted(sums / sums[-1], self.random(size), side="right")
        elif replace:
            index = self.integers(0, n, size)
        else:
            if count > n:
                raise ValueError("Cannot take a larger sample than population when replace is False")
            places = self._without_repeats(n, count)
            index = places[0] if size is None else places.reshape(_shape(size))
        if _is_number(a):
            return index
        if size is None and not isinstance(a, numpy.ndarray):
            return a[index]
        return numpy.asarray(a)[index]

    def _masked(self, most):
        """A number from 0 to `most`: words of 32 bits, of which so many as it has, until one fits."""
        mask = 1
        while mask < most:
            mask = 2 * mask + 1
        number = most + 1
        while number > most:
            number = self._up_to(4294967295) & mask
        return number

    def shuffle(self, x, axis=0):
        _shuffle(x, self._masked)

    def permutation(self, x, axis=0):
        places = numpy.arange(int(x) if _is_number(x) else _length(x))
        self.shuffle(places)
        return places if _is_number(x) else numpy.asarray(x)[places]

    def _others(self, *args, **kwargs):
        _tine.unsupported("generators of 'default_rng' draw 'random', 'integers', 'normal', 'uniform', 'choice', 'permutation' and 'shuffle' here")

    exponential = beta = gamma = poisson = binomial = multinomial = dirichlet = geometric = multivariate_normal = standard_exponential = permuted = _others


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    if seed is None:
        seed = time.time_ns()
    elif not _is_number(seed):
        _tine.unsupported("a seed is an int here")
    elif seed < 0:
        raise ValueError("expected non-negative integer")
    return Generator(int(seed))

# numpy.random: NumPy's older generator (MT19937) and what it draws from it, number by number.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
import time

import _tine
import numpy
import torch
from numpy._generator import Generator, _Draws, _length, _shape, _shuffle, default_rng
from numpy._operands import _is_number


class RandomState(_Draws):
    """Each object has a generator of its own in the run."""

    def __init__(self, seed=None):
        self._has_gauss = False
        self._gauss = 0.0
        if seed is not None:
            self.seed(seed)

    def seed(self, seed=None):
        if seed is None:
            _tine.python_draw("seed", _tine.number_of(self), time.time_ns())
        else:
            if not _is_number(seed):
                _tine.unsupported("a seed is an int here")
            if seed < 0 or seed > 4294967295:
                raise ValueError("Seed must be between 0 and 2**32 - 1")
            _tine.python_draw("word_seed", _tine.number_of(self), seed)
        self._has_gauss = False
        self._gauss = 0.0

    def _double(self):
        return _tine.python_draw("random", _tine.number_of(self), 0)

    def _up_to(self, most):
        """An int from 0 to `most`: words of 32 bits, or 64 where it needs more, until one fits."""
        bits = 0
        rest = most
        while rest > 0:
            bits += 1
            rest = rest >> 1
        mask = (1 << bits) - 1
        number = most + 1 if most > 0 else 0
        while number > most:
            number = _tine.python_draw("bits", _tine.number_of(self), 32)
            if bits > 32:
                number = (number & ((1 << (bits - 32)) - 1)) << 32 | _tine.python_draw("bits", _tine.number_of(self), 32)
            number = number & mask
        return number

    def _normal(self):
        z = self._gauss
        if self._has_gauss:
            self._has_gauss = False
            self._gauss = 0.0
        else:
            x = 0.0
            y = 0.0
            square = 0.0
            while square >= 1.0 or square == 0.0:
                x = 2.0 * self._double() - 1.0
                y = 2.0 * self._double() - 1.0
                square = x * x + y * y
            factor = math.sqrt(-2.0 * math.log(square) / square)
            self._gauss = factor * x
            self._has_gauss = True
            z = factor * y
        return z

    def random_sample(self, size=None):
        return self._drawn(size, torch.float64, self._double)

    random = random_sample

    def rand(self, *dims):
        return self.random_sample(None if len(dims) == 0 else dims)

    def standard_normal(self, size=None):
        return self._drawn(size, torch.float64, self._normal)

    def randn(self, *dims):
        return self.standard_normal(None if len(dims) == 0 else dims)

    def exponential(self, scale=1.0, size=None):
        return scale * -numpy.log(1.0 - self.random_sample(self._sized(size, scale)))

    def randint(self, low, high=None, size=None, dtype=int):
        if high is None:
            high = low
            low = 0
        if not _is_number(low) or not _is_number(high):
            _tine.unsupported("bounds of 'randint' are ints here")
        if numpy._type(dtype) != torch.int64:
            _tine.unsupported("'randint' draws int64 here; take '.astype' behind it")
        if low >= high:
            raise ValueError("low >= high")
        most = high - low - 1
        return self._drawn(size, torch.int64, lambda: low + self._up_to(most))

    def choice(self, a, size=None, replace=True, p=None):
        n = int(a) if _is_number(a) else _length(a)
        if n <= 0:
            raise ValueError("a must be greater than 0 unless no samples are taken" if _is_number(a) else "'a' cannot be empty unless no samples are taken")
        count = 1 if size is None else math.prod(_shape(size))
        if p is not None:
            weights = numpy._tensor(p).double()
            if len(weights) != n:
                raise ValueError("'a' and 'p' must have same size")
            if bool((weights < 0).any()):
                raise ValueError("probabilities are not non-negative")
            if math.fabs(weights.sum().item() - 1.0) > 1.4901161193847656e-08:
                raise ValueError("Probabilities do not sum to 1. See Notes section of docstring for more information.")
            if not replace:
                _tine.unsupported("'choice' with 'p' draws with 'replace' here")
            sums = weights.cumsum(0)
            draws = self.random_sample(size)
            where = torch.tensor(draws, dtype=torch.float64) if size is None else draws._t
            places = torch.searchsorted(sums / sums[-1], where, right=True)
            index = places.item() if size is None else numpy.ndarray(places)
        elif replace:
            index = self.randint(0, n, size)
        else:
            if count > n:
                raise ValueError("Cannot take a larger sample than population when 'replace=False'")
            all = self.permutation(n)
            index = all[0].item() if size is None else all[:count].reshape(_shape(size))
        if _is_number(a):
            return index
        if isinstance(index, int) and not isinstance(a, numpy.ndarray):
            return a[index]
        return numpy.asarray(a)[index]

    def shuffle(self, x):
        _shuffle(x, self._up_to)

    def permutation(self, x):
        places = numpy.arange(x if _is_number(x) else _length(x))
        self.shuffle(places)
        return places if _is_number(x) else numpy.asarray(x)[places]


_state = RandomState()
seed = _state.seed
random_sample = _state.random_sample
random = _state.random_sample
ranf = _state.random_sample
sample = _state.random_sample
rand = _state.rand
standard_normal = _state.standard_normal
randn = _state.randn
normal = _state.normal
uniform = _state.uniform
exponential = _state.exponential
lognormal = _state.lognormal
randint = _state.randint
choice = _state.choice
shuffle = _state.shuffle
permutation = _state.permutation

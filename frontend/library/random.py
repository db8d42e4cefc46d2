# random: CPython's generator (MT19937) and what it draws from it, number by number.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math
import time

import _tine


def _log4(x):
    return math.ceil(math.log(x) / math.log(4))


class Random:
    """Each object has a generator of its own in the run."""

    def __init__(self, x=None):
        self._has_gauss = False
        self._gauss = 0.0
        if x is not None:
            self.seed(x)

    def seed(self, a=None, version=2):
        if a is None:
            a = time.time_ns()
        if not isinstance(a, int):
            _tine.unsupported("a seed is an int here")
        _tine.python_draw("seed", _tine.number_of(self), int(a))
        self._has_gauss = False
        self._gauss = 0.0

    def random(self):
        return _tine.python_draw("random", _tine.number_of(self), 0)

    def getrandbits(self, k, /):
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        if k > 63:
            raise OverflowError("an integer beyond 64 bits")
        return _tine.python_draw("bits", _tine.number_of(self), k)

    def _below(self, n):
        return _tine.python_draw("below", _tine.number_of(self), n)

    def randrange(self, start, stop=None, step=1):
        if stop is None:
            stop = start
            start = 0
        if step == 0:
            raise ValueError("zero step for randrange()")
        width = stop - start
        if step > 0:
            count = (width + step - 1) // step
        else:
            count = (width + step + 1) // step
        if count <= 0:
            raise ValueError("empty range for randrange()")
        return start + step * self._below(count)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if len(seq) == 0:
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]

    def shuffle(self, x):
        i = len(x) - 1
        while i > 0:
            j = self._below(i + 1)
            item = x[i]
            x[i] = x[j]
            x[j] = item
            i -= 1

    def _places(self, n, k):
        """k different numbers below n, in the order in which CPython draws them."""
        if k < 0 or k > n:
            raise ValueError("Sample larger than population or is negative")
        size = 21
        if k > 5:
            size += 4 ** _log4(k * 3)
        is_small = n <= size
        pool = [i for i in range(n if is_small else 0)]
        result = []
        for i in range(k):
            place = self._below(n - i if is_small else n)
            if is_small:
                j = place
                place = pool[j]
                pool[j] = pool[n - i - 1]
            else:
                while place in result:
                    place = self._below(n)
            result.append(place)
        return result

    def sample(self, population, k, *, counts=None):
        if counts is not None:
            population = [item for item, count in zip(population, counts) for i in range(count)]
        return [population[i] for i in self._places(len(population), k)]

    def _place_of(self, sums, x):
        """How many of the sums but the last are at most x."""
        place = 0
        while place < len(sums) - 1 and sums[place] <= x:
            place += 1
        return place

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        if weights is None and cum_weights is None:
            n = float(len(population))
            return [population[math.floor(self.random() * n)] for i in range(k)]
        sums = cum_weights
        if sums is None:
            sums = []
            total = 0.0
            for weight in weights:
                total = total + weight
                sums.append(total)
        if len(sums) != len(population):
            raise ValueError("The number of weights does not match the population")
        total = float(sums[len(sums) - 1])
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        return [population[self._place_of(sums, self.random() * total)] for i in range(k)]

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        if high == low:
            return low
        c = 0.5 if mode is None else (mode - low) / (high - low)
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            spare = low
            low = high
            high = spare
        return low + (high - low) * math.sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        z = 0.0
        again = True
        while again:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = 1.7155277699214135 * (u1 - 0.5) / u2
            again = z * z / 4.0 > -math.log(u2)
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return math.exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd=1.0):
        return -math.log(1.0 - self.random()) / lambd

    def gauss(self, mu=0.0, sigma=1.0):
        z = self._gauss
        if self._has_gauss:
            self._has_gauss = False
        else:
            angle = self.random() * math.tau
            radius = math.sqrt(-2.0 * math.log(1.0 - self.random()))
            z = math.cos(angle) * radius
            self._gauss = math.sin(angle) * radius
            self._has_gauss = True
        return mu + z * sigma

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-math.log(1.0 - self.random())) ** (1.0 / beta)


_random = Random()
seed = _random.seed
random = _random.random
getrandbits = _random.getrandbits
randrange = _random.randrange
randint = _random.randint
choice = _random.choice
shuffle = _random.shuffle
sample = _random.sample
choices = _random.choices
uniform = _random.uniform
triangular = _random.triangular
normalvariate = _random.normalvariate
lognormvariate = _random.lognormvariate
expovariate = _random.expovariate
gauss = _random.gauss
paretovariate = _random.paretovariate
weibullvariate = _random.weibullvariate

# Distributions of classes and counts.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
import torch.nn.functional as F
from torch.distributions.distribution import Distribution, tensors


def _clamped(probs):
    eps = torch.finfo(probs.dtype).eps
    return torch.clamp(probs, min=eps, max=1 - eps)


def _is_one(probs, logits):
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")


class Categorical(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        _is_one(probs, logits)
        given = probs if probs is not None else logits
        if given.dim() < 1:
            raise ValueError("`probs` or `logits` parameter must be at least one-dimensional.")
        if probs is not None:
            self._probs, self._logits = probs / probs.sum(-1, keepdim=True), None
        else:
            self._probs, self._logits = None, logits - torch.logsumexp(logits, dim=-1, keepdim=True)
        self._num_events = given.shape[-1]
        super().__init__(given.shape[:-1], (), validate_args)
        if probs is not None:
            total = self._probs.sum(-1)
            self._check("probs", probs, (self._probs >= 0).all(-1) & (torch.abs(total - 1) < 1e-6), "Simplex()")
        else:
            self._check("logits", logits, self._logits == self._logits, "IndependentConstraint(Real(), 1)")

    @property
    def probs(self):
        return self._probs if self._probs is not None else F.softmax(self._logits, -1)

    @property
    def logits(self):
        return self._logits if self._logits is not None else torch.log(_clamped(self._probs))

    @property
    def param_shape(self):
        return self.probs.shape

    @property
    def mean(self):
        return torch.full(list(self._batch_shape), math.nan, dtype=self.probs.dtype)

    variance = mean

    @property
    def mode(self):
        return torch.argmax(self.probs, -1)

    def sample(self, sample_shape=()):
        count = math.prod(sample_shape)
        flat = self.probs.detach().reshape(-1, self._num_events)
        drawn = torch.multinomial(flat, count, True).t()
        return drawn.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        self._check_sample(value, (value >= 0) & (value < self._num_events),
                           f"IntegerInterval(lower_bound=0, upper_bound={self._num_events - 1})")
        index = value.long().unsqueeze(-1)
        shape = list(torch.broadcast_shapes(index.shape[:-1], self.logits.shape[:-1]))
        logits = self.logits.expand(shape + [self._num_events])
        return torch.gather(logits, -1, index.expand(shape + [1])).squeeze(-1)

    def entropy(self):
        logits = torch.clamp(self.logits, min=torch.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        values = torch.arange(self._num_events).reshape([-1] + [1] * len(self._batch_shape))
        return values.expand([self._num_events] + list(self._batch_shape)) if expand else values


@_tine.hidden
class _OverCategories(Distribution):
    """Events have a number for each category."""

    def __init__(self, categorical, validate_args):
        self._categorical = categorical
        super().__init__(categorical.batch_shape, (categorical._num_events,), validate_args)

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits


class OneHotCategorical(_OverCategories):
    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(Categorical(probs, logits, validate_args), validate_args)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        return F.one_hot(torch.argmax(self.probs, -1), self.probs.size(-1)).to(self.probs.dtype)

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        return F.one_hot(self._categorical.sample(sample_shape), self.probs.size(-1)).to(self.probs.dtype)

    def log_prob(self, value):
        return self._categorical.log_prob(torch.argmax(value, -1))

    def entropy(self):
        return self._categorical.entropy()


@_tine.hidden
class _OfOneProbability(Distribution):
    """Has `probs` or `logits`, and each of the other."""

    def __init__(self, probs, logits, validate_args):
        _is_one(probs, logits)
        self._probs = None if probs is None else tensors(probs)[0]
        self._logits = None if logits is None else tensors(logits)[0]
        super().__init__((self._logits if probs is None else self._probs).shape, (), validate_args)

    @property
    def probs(self):
        return self._probs if self._probs is not None else torch.sigmoid(self._logits)

    @property
    def logits(self):
        if self._logits is not None:
            return self._logits
        clamped = _clamped(self._probs)
        return torch.log(clamped) - torch.log1p(-clamped)


class Bernoulli(_OfOneProbability):
    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits, validate_args)
        given = self._probs
        if given is not None:
            self._check("probs", given, (given >= 0) & (given <= 1), "Interval(lower_bound=0.0, upper_bound=1.0)")

    @property
    def param_shape(self):
        return self.probs.shape

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        probs = self.probs
        return torch.where(probs == 0.5, math.nan, (probs >= 0.5).to(probs.dtype))

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        value, logits = tensors(value, self.logits)
        self._check_sample(value, (value == 0) | (value == 1), "Boolean()")
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


class Geometric(Distribution):
    def __init__(self, probs=None, logits=None, validate_args=None):
        _is_one(probs, logits)
        self.probs = tensors(probs)[0] if probs is not None else torch.sigmoid(tensors(logits)[0])
        super().__init__(self.probs.shape, (), validate_args)
        self._check("probs", self.probs, self.probs > 0, "Interval(lower_bound=0.0, upper_bound=1.0)")

    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            u = torch.empty(shape, dtype=self.probs.dtype).uniform_(torch.finfo(self.probs.dtype).tiny, 1)
            return torch.floor(torch.log(u) / torch.log1p(-self.probs))

    def log_prob(self, value):
        value, probs = tensors(value, self.probs)
        safe = torch.where((probs == 1) & (value == 0), 0.0, probs)
        return value * torch.log1p(-safe) + torch.log(self.probs)

    def entropy(self):
        logits = torch.log(self.probs) - torch.log1p(-self.probs)
        return F.binary_cross_entropy_with_logits(logits, self.probs, reduction="none") / self.probs


class Poisson(Distribution):
    def __init__(self, rate, validate_args=None):
        self.rate = tensors(rate)[0]
        super().__init__(self.rate.shape, (), validate_args)
        self._check("rate", self.rate, self.rate >= 0, "GreaterThanEq(lower_bound=0.0)")

    @property
    def mean(self):
        return self.rate

    variance = mean

    @property
    def mode(self):
        return torch.floor(self.rate)

    def sample(self, sample_shape=()):
        _tine.unsupported("samples of Poisson are not supported: PyTorch draws them by an algorithm of its own")

    def log_prob(self, value):
        value, rate = tensors(value, self.rate)
        self._check_sample(value, (value >= 0) & (torch.floor(value) == value), "IntegerGreaterThan(lower_bound=0)")
        return torch.xlogy(value, rate) - rate - torch.lgamma(value + 1)


class Binomial(Distribution):
    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        _is_one(probs, logits)
        given = Bernoulli(probs, logits, validate_args)
        self.total_count, self.logits = tensors(total_count, given.logits)
        self.probs = given.probs.expand(list(self.logits.shape))
        super().__init__(self.logits.shape, (), validate_args)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        _tine.unsupported("samples of Binomial are not supported: PyTorch draws them by an algorithm of its own")

    def log_prob(self, value):
        value = tensors(value, self.logits)[0]
        n, logits = self.total_count, self.logits
        ways = torch.lgamma(n + 1) - torch.lgamma(value + 1) - torch.lgamma(n - value + 1)
        most = torch.clamp(logits, min=0)
        return value * logits + ways - n * (most + torch.log1p(torch.exp(-torch.abs(logits))))

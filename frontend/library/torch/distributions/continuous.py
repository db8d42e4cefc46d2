# Distributions of real numbers.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
from torch.distributions.distribution import Distribution, _LocScale, tensors


class Normal(_LocScale):
    @property
    def mean(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.scale * self.scale

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        noise = torch.randn(shape, dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + noise * self.scale

    def log_prob(self, value):
        value, loc, scale = tensors(value, self.loc, self.scale)
        self._check_sample(value, value == value, "Real()")
        apart = value - loc
        return -(apart * apart) / (2 * scale * scale) - torch.log(scale) - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        return 0.5 * (1 + torch.erf((value - self.loc) * torch.reciprocal(self.scale) / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * torch.special.ndtri(value)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


class LogNormal(Distribution):
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.base_dist = Normal(loc, scale, validate_args)
        super().__init__(self.base_dist.batch_shape, (), validate_args)

    @property
    def loc(self):
        return self.base_dist.loc

    @property
    def scale(self):
        return self.base_dist.scale

    @property
    def mean(self):
        return torch.exp(self.loc + self.scale * self.scale / 2)

    @property
    def mode(self):
        return torch.exp(self.loc - self.scale * self.scale)

    @property
    def variance(self):
        square = self.scale * self.scale
        return torch.expm1(square) * torch.exp(2 * self.loc + square)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.exp(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=()):
        return torch.exp(self.base_dist.rsample(sample_shape))

    def log_prob(self, value):
        log = torch.log(value)
        return self.base_dist.log_prob(log) - log

    def entropy(self):
        return self.base_dist.entropy() + self.loc


class Uniform(Distribution):
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = tensors(low, high)
        super().__init__(self.low.shape, (), validate_args)
        if self._validates and not bool((self.low < self.high).all()):
            raise ValueError("Uniform is not defined when low>= high")

    def expand(self, batch_shape):
        return Uniform(self.low.expand(batch_shape), self.high.expand(batch_shape), False)

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def stddev(self):
        return (self.high - self.low) / 12 ** 0.5

    @property
    def variance(self):
        apart = self.high - self.low
        return apart * apart / 12

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        share = torch.rand(shape, dtype=self.low.dtype, device=self.low.device)
        return self.low + share * (self.high - self.low)

    def log_prob(self, value):
        value, low, high = tensors(value, self.low, self.high)
        self._check_sample(value, (value >= low) & (value <= high), "Interval()")
        inside = (low <= value).to(low.dtype) * (high > value).to(low.dtype)
        return torch.log(inside) - torch.log(high - low)

    def cdf(self, value):
        return torch.clamp((value - self.low) / (self.high - self.low), min=0, max=1)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low

    def entropy(self):
        return torch.log(self.high - self.low)


class Exponential(Distribution):
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        self.rate = tensors(rate)[0]
        super().__init__(self.rate.shape, (), validate_args)
        self._check("rate", self.rate, self.rate > 0, "GreaterThan(lower_bound=0.0)")

    def expand(self, batch_shape):
        return Exponential(self.rate.expand(batch_shape), False)

    @property
    def mean(self):
        return torch.reciprocal(self.rate)

    stddev = mean

    @property
    def mode(self):
        return torch.zeros_like(self.rate)

    @property
    def variance(self):
        return torch.pow(self.rate, -2)

    def rsample(self, sample_shape=()):
        return self._empty(sample_shape, self.rate).exponential_() / self.rate

    def log_prob(self, value):
        value, rate = tensors(value, self.rate)
        self._check_sample(value, value >= 0, "GreaterThanEq(lower_bound=0.0)")
        return torch.log(rate) - rate * value

    def cdf(self, value):
        return 1 - torch.exp(-self.rate * value)

    def icdf(self, value):
        return -torch.log1p(-value) / self.rate

    def entropy(self):
        return 1.0 - torch.log(self.rate)


class Laplace(_LocScale):
    @property
    def mean(self):
        return self.loc

    @property
    def stddev(self):
        return 2 ** 0.5 * self.scale

    @property
    def variance(self):
        return 2 * self.scale * self.scale

    def rsample(self, sample_shape=()):
        u = self._empty(sample_shape, self.loc).uniform_(torch.finfo(self.loc.dtype).eps - 1, 1)
        return self.loc - self.scale * torch.sign(u) * torch.log1p(-torch.abs(u))

    def log_prob(self, value):
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def cdf(self, value):
        apart = value - self.loc
        return 0.5 - 0.5 * torch.sign(apart) * torch.expm1(-torch.abs(apart) / self.scale)

    def icdf(self, value):
        term = value - 0.5
        return self.loc - self.scale * torch.sign(term) * torch.log1p(-2 * torch.abs(term))

    def entropy(self):
        return 1 + torch.log(2 * self.scale)


class _WithoutSamples(Distribution):
    def sample(self, sample_shape=()):
        _tine.unsupported("samples of Gamma, Beta, Dirichlet and what is made of them are not supported: PyTorch "
                          "draws them by an algorithm of its own; log_prob, entropy and kl_divergence are there")

    def rsample(self, sample_shape=()):
        return self.sample(sample_shape)


class Gamma(_WithoutSamples):
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = tensors(concentration, rate)
        super().__init__(self.concentration.shape, (), validate_args)
        self._check("concentration", self.concentration, self.concentration > 0, "GreaterThan(lower_bound=0.0)")
        self._check("rate", self.rate, self.rate > 0, "GreaterThan(lower_bound=0.0)")

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def mode(self):
        return torch.clamp((self.concentration - 1) / self.rate, min=0)

    @property
    def variance(self):
        return self.concentration / (self.rate * self.rate)

    def log_prob(self, value):
        value = tensors(value, self.rate)[0]
        self._check_sample(value, value >= 0, "GreaterThanEq(lower_bound=0.0)")
        a = self.concentration
        return torch.xlogy(a, self.rate) + torch.xlogy(a - 1, value) - self.rate * value - torch.lgamma(a)

    def entropy(self):
        a = self.concentration
        return a - torch.log(self.rate) + torch.lgamma(a) + (1.0 - a) * torch.digamma(a)


class Chi2(Gamma):
    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args)

    @property
    def df(self):
        return self.concentration * 2


class Dirichlet(_WithoutSamples):
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args)
        self._check("concentration", concentration, concentration > 0,
                    "IndependentConstraint(GreaterThan(lower_bound=0.0), 1)")

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total * total * (total + 1))

    def log_prob(self, value):
        a = self.concentration
        return (torch.xlogy(a - 1.0, value).sum(-1) + torch.lgamma(a.sum(-1)) - torch.lgamma(a).sum(-1))

    def entropy(self):
        a = self.concentration
        k, total = a.size(-1), a.sum(-1)
        return (torch.lgamma(a).sum(-1) - torch.lgamma(total) - (k - total) * torch.digamma(total)
                - ((a - 1.0) * torch.digamma(a)).sum(-1))


class Beta(_WithoutSamples):
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = tensors(concentration1, concentration0)
        super().__init__(self.concentration1.shape, (), validate_args)
        self._check("concentration1", self.concentration1, self.concentration1 > 0, "GreaterThan(lower_bound=0.0)")
        self._check("concentration0", self.concentration0, self.concentration0 > 0, "GreaterThan(lower_bound=0.0)")
        self._dirichlet = Dirichlet(torch.stack([self.concentration1, self.concentration0], -1), False)

    @property
    def mean(self):
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total * total * (total + 1))

    def log_prob(self, value):
        value = tensors(value, self.concentration1)[0]
        self._check_sample(value, (value >= 0) & (value <= 1), "Interval(lower_bound=0.0, upper_bound=1.0)")
        return self._dirichlet.log_prob(torch.stack([value, 1.0 - value], -1))

    def entropy(self):
        return self._dirichlet.entropy()


class MultivariateNormal(Distribution):
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = [m for m in (covariance_matrix, precision_matrix, scale_tril) if m is not None]
        if len(given) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        batch = torch.broadcast_shapes(given[0].shape[:-2], loc.shape[:-1])
        event = loc.shape[-1:]
        self.loc = loc.expand(list(batch) + list(event))
        super().__init__(batch, event, validate_args)
        if scale_tril is not None:
            lower = scale_tril
        elif covariance_matrix is not None:
            lower = torch.linalg.cholesky(covariance_matrix)
        else:
            lower = _factor_of_inverse(precision_matrix)
        self.scale_tril = lower.expand(list(batch) + list(event) + list(event))

    @property
    def covariance_matrix(self):
        return self.scale_tril @ self.scale_tril.transpose(-1, -2)

    @property
    def precision_matrix(self):
        return torch.cholesky_inverse(self.scale_tril)

    @property
    def mean(self):
        return self.loc

    mode = mean

    @property
    def variance(self):
        return (self.scale_tril * self.scale_tril).sum(-1)

    def rsample(self, sample_shape=()):
        noise = torch.randn(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + (self.scale_tril @ noise.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value):
        apart = (value - self.loc).unsqueeze(-1)
        shape = torch.broadcast_shapes(apart.shape[:-2], self.scale_tril.shape[:-2])
        k = self.loc.size(-1)
        lower = self.scale_tril.expand(list(shape) + [k, k])
        solved = torch.linalg.solve_triangular(lower, apart.expand(list(shape) + [k, 1]), upper=False)
        distance = (solved * solved).sum(-1).sum(-1)
        return -0.5 * (k * math.log(2 * math.pi) + distance) - _log_diagonal(self.scale_tril)

    def entropy(self):
        k = self.loc.size(-1)
        return 0.5 * k * (1.0 + math.log(2 * math.pi)) + _log_diagonal(self.scale_tril)


def _log_diagonal(lower):
    return torch.log(torch.diagonal_copy(lower, dim1=-2, dim2=-1)).sum(-1)


def _factor_of_inverse(matrix):
    flipped = torch.linalg.cholesky(torch.flip(matrix, (-2, -1)))
    upper = torch.flip(flipped, (-2, -1)).transpose(-2, -1)
    return torch.linalg.solve_triangular(upper, torch.eye(matrix.size(-1), dtype=matrix.dtype), upper=False)

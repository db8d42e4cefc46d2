# Distributions that are made of others.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import torch
from torch.distributions.continuous import Chi2, Exponential, Normal, Uniform
from torch.distributions.discrete import Categorical, OneHotCategorical, _clamped, _OfOneProbability, _OverCategories
from torch.distributions.distribution import Distribution, _LocScale, tensors
from torch.distributions.transformed_distribution import TransformedDistribution
from torch.distributions.transforms import (AbsTransform, AffineTransform, ExpTransform, PowerTransform,
    SigmoidTransform)

# Euler's constant.
_EULER = 0.57721566490153286060


class Gumbel(TransformedDistribution):
    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = tensors(loc, scale)
        info = torch.finfo(self.loc.dtype)
        base = Uniform(torch.full_like(self.loc, info.tiny), torch.full_like(self.loc, 1 - info.eps), validate_args)
        transforms = [ExpTransform().inv, AffineTransform(0, -torch.ones_like(self.scale)), ExpTransform().inv,
                      AffineTransform(loc, -self.scale)]
        super().__init__(base, transforms, validate_args)
        self._check("scale", self.scale, self.scale > 0, "GreaterThan(lower_bound=0.0)")

    @property
    def mean(self):
        return self.loc + self.scale * _EULER

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return math.pi / math.sqrt(6) * self.scale

    @property
    def variance(self):
        return torch.pow(self.stddev, 2)

    def log_prob(self, value):
        y = (self.loc - value) / self.scale
        return (y - torch.exp(y)) - torch.log(self.scale)

    def entropy(self):
        return torch.log(self.scale) + (1 + _EULER)


class Cauchy(_LocScale):
    @property
    def mean(self):
        return torch.full_like(self.loc, math.nan)

    @property
    def variance(self):
        return torch.full_like(self.loc, math.inf)

    def rsample(self, sample_shape=()):
        return self.loc + self._empty(sample_shape, self.loc).cauchy_() * self.scale

    def log_prob(self, value):
        apart = (value - self.loc) / self.scale
        return -math.log(math.pi) - torch.log(self.scale) - torch.log1p(apart * apart)

    def cdf(self, value):
        return torch.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value):
        return torch.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self):
        return math.log(4 * math.pi) + torch.log(self.scale)


class _Half(TransformedDistribution):
    """What is not negative of a distribution about 0."""
    has_rsample = True

    def __init__(self, base, validate_args):
        super().__init__(base, AbsTransform(), validate_args)
        self._check("scale", base.scale, base.scale > 0, "GreaterThan(lower_bound=0.0)")

    @property
    def scale(self):
        return self.base_dist.scale

    @property
    def mode(self):
        return torch.zeros_like(self.scale)

    def log_prob(self, value):
        self._check_sample(value, value >= 0, "GreaterThanEq(lower_bound=0.0)")
        return torch.where(value >= 0, self.base_dist.log_prob(value) + math.log(2), -math.inf)

    def cdf(self, value):
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, prob):
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self):
        return self.base_dist.entropy() - math.log(2)


class HalfNormal(_Half):
    def __init__(self, scale, validate_args=None):
        super().__init__(Normal(0, scale, False), validate_args)

    @property
    def mean(self):
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self):
        return torch.pow(self.scale, 2) * (1 - 2 / math.pi)


class HalfCauchy(_Half):
    def __init__(self, scale, validate_args=None):
        super().__init__(Cauchy(0, scale, False), validate_args)

    @property
    def mean(self):
        return torch.full_like(self.scale, math.inf)

    @property
    def variance(self):
        return self.base_dist.variance


class StudentT(Distribution):
    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = tensors(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.shape, (), validate_args)
        self._check("scale", self.scale, self.scale > 0, "GreaterThan(lower_bound=0.0)")

    @property
    def mean(self):
        return torch.where(self.df <= 1, math.nan, self.loc)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        above = torch.where(self.df > 2, self.df, 3.0)
        result = torch.where(self.df > 2, torch.pow(self.scale, 2) * above / (above - 2), math.inf)
        return torch.where(self.df <= 1, math.nan, result)

    def rsample(self, sample_shape=()):
        return self._chi2.rsample(sample_shape)

    def log_prob(self, value):
        y = (value - self.loc) / self.scale
        z = (torch.log(self.scale) + 0.5 * torch.log(self.df) + 0.5 * math.log(math.pi) + torch.lgamma(0.5 * self.df)
             - torch.lgamma(0.5 * (self.df + 1.0)))
        return -0.5 * (self.df + 1.0) * torch.log1p(torch.pow(y, 2.0) / self.df) - z

    def entropy(self):
        half, more = 0.5 * self.df, 0.5 * (self.df + 1)
        beta = torch.lgamma(half) + math.lgamma(0.5) - torch.lgamma(more)
        return (torch.log(self.scale) + more * (torch.digamma(more) - torch.digamma(half)) + 0.5 * torch.log(self.df)
                + beta)


class Pareto(TransformedDistribution):
    def __init__(self, scale, alpha, validate_args=None):
        self.scale, self.alpha = tensors(scale, alpha)
        super().__init__(Exponential(self.alpha, validate_args), [ExpTransform(), AffineTransform(0, self.scale)],
                         validate_args)

    @property
    def mean(self):
        a = torch.clamp(self.alpha, min=1)
        return a * self.scale / (a - 1)

    @property
    def mode(self):
        return self.scale

    @property
    def variance(self):
        a = torch.clamp(self.alpha, min=2)
        return torch.pow(self.scale, 2) * a / (torch.pow(a - 1, 2) * (a - 2))

    def entropy(self):
        return torch.log(self.scale / self.alpha) + (1 + torch.reciprocal(self.alpha))


class Weibull(TransformedDistribution):
    def __init__(self, scale, concentration, validate_args=None):
        self.scale, self.concentration = tensors(scale, concentration)
        self.concentration_reciprocal = torch.reciprocal(self.concentration)
        super().__init__(Exponential(torch.ones_like(self.scale), validate_args),
                         [PowerTransform(self.concentration_reciprocal), AffineTransform(0, self.scale)],
                         validate_args)

    @property
    def mean(self):
        return self.scale * torch.exp(torch.lgamma(1 + self.concentration_reciprocal))

    @property
    def mode(self):
        return self.scale * torch.pow((self.concentration - 1) / self.concentration, self.concentration_reciprocal)

    @property
    def variance(self):
        r = self.concentration_reciprocal
        return torch.pow(self.scale, 2) * (torch.exp(torch.lgamma(1 + 2 * r)) - torch.exp(2 * torch.lgamma(1 + r)))

    def entropy(self):
        r = self.concentration_reciprocal
        return _EULER * (1 - r) + torch.log(self.scale * r) + 1


class _ExpRelaxedCategorical(_OverCategories):
    """Logarithms of points of the simplex."""
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(Categorical(probs, logits), validate_args)
        self.temperature = temperature

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        u = _clamped(torch.rand(shape, dtype=self.logits.dtype, device=self.logits.device))
        scores = (self.logits - torch.log(-torch.log(u))) / self.temperature
        return scores - torch.logsumexp(scores, -1, keepdim=True)

    def log_prob(self, value):
        k = self._categorical._num_events
        temperature = self.temperature
        scale = math.lgamma(float(k)) + torch.log(temperature) * (k - 1)
        score = self.logits - value * temperature
        return (score - torch.logsumexp(score, -1, keepdim=True)).sum(-1) + scale


class _Relaxed(TransformedDistribution):
    """What is asked of the distribution that is transformed."""

    @property
    def temperature(self):
        return self.base_dist.temperature

    @property
    def probs(self):
        return self.base_dist.probs

    @property
    def logits(self):
        return self.base_dist.logits


class RelaxedOneHotCategorical(_Relaxed):
    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(_ExpRelaxedCategorical(temperature, probs, logits, validate_args), ExpTransform(),
                         validate_args)


class _LogitRelaxedBernoulli(_OfOneProbability):
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits, validate_args)
        self.temperature = temperature

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        probs = _clamped(self.probs.expand(shape))
        u = _clamped(torch.rand(shape, dtype=probs.dtype, device=probs.device))
        return (torch.log(u) - torch.log1p(-u) + torch.log(probs) - torch.log1p(-probs)) / self.temperature

    def log_prob(self, value):
        apart = self.logits - value * self.temperature
        return torch.log(self.temperature) + apart - 2 * torch.log1p(torch.exp(apart))


class RelaxedBernoulli(_Relaxed):
    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(_LogitRelaxedBernoulli(temperature, probs, logits), SigmoidTransform(), validate_args)


class OneHotCategoricalStraightThrough(OneHotCategorical):
    has_rsample = True

    def rsample(self, sample_shape=()):
        samples = self.sample(sample_shape)
        probs = self.probs
        return samples + (probs - probs.detach())

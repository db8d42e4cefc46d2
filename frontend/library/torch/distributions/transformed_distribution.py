# torch.distributions.transformed_distribution: what transforms make of another distribution.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.distributions.distribution import Distribution
from torch.distributions.independent import Independent
from torch.distributions.transforms import ComposeTransform, Transform, sum_rightmost


class TransformedDistribution(Distribution):
    def __init__(self, base_distribution, transforms, validate_args=None):
        if isinstance(transforms, Transform):
            self.transforms = [transforms]
        elif isinstance(transforms, list):
            self.transforms = transforms
        else:
            raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
        base_shape = torch.Size(list(base_distribution.batch_shape) + list(base_distribution.event_shape))
        base_dim = len(base_distribution.event_shape)
        whole = ComposeTransform(self.transforms)
        domain_dim, codomain_dim = whole.domain.event_dim, whole.codomain.event_dim
        if len(base_shape) < domain_dim:
            raise ValueError(f"base_distribution needs to have shape with size at least {domain_dim}, "
                             f"but got {base_shape}.")
        shape = whole.forward_shape(base_shape)
        expanded = whole.inverse_shape(shape)
        if list(expanded) != list(base_shape):
            base_distribution = base_distribution.expand(list(expanded)[:len(expanded) - base_dim])
        if domain_dim > base_dim:
            base_distribution = Independent(base_distribution, domain_dim - base_dim)
        self.base_dist = base_distribution
        cut = len(shape) - max(codomain_dim, base_dim + codomain_dim - domain_dim)
        super().__init__(list(shape)[:cut], list(shape)[cut:], validate_args)

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    def sample(self, sample_shape=()):
        with torch.no_grad():
            x = self.base_dist.sample(sample_shape)
            for transform in self.transforms:
                x = transform(x)
            return x

    def rsample(self, sample_shape=()):
        x = self.base_dist.rsample(sample_shape)
        for transform in self.transforms:
            x = transform(x)
        return x

    def log_prob(self, value):
        if len(self.transforms) > 0:
            support = self.transforms[-1].codomain
            self._check_sample(value, support.check(value), "of the last transform")
        dim = len(self._event_shape)
        result = 0.0
        y = value
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            dim += transform.domain.event_dim - transform.codomain.event_dim
            result = result - sum_rightmost(transform.log_abs_det_jacobian(x, y), dim - transform.domain.event_dim)
            y = x
        return result + sum_rightmost(self.base_dist.log_prob(y), dim - len(self.base_dist.event_shape))

    def _increasing(self, value):
        sign = ComposeTransform(self.transforms).sign
        if isinstance(sign, int) and sign == 1:
            return value
        return sign * (value - 0.5) + 0.5

    def cdf(self, value):
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        return self._increasing(self.base_dist.cdf(value))

    def icdf(self, value):
        value = self.base_dist.icdf(self._increasing(value))
        for transform in self.transforms:
            value = transform(value)
        return value

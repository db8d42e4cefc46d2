# torch.distributions.mixture_same_family: mixtures of distributions of one kind.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import torch
from torch.distributions.discrete import Categorical
from torch.distributions.distribution import Distribution


class MixtureSameFamily(Distribution):
    """The last dimension of the components' batch is that of the categories."""

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution needs to be an instance of torch.distributions.Distribution")
        batch = list(component_distribution.batch_shape)
        count = mixture_distribution.logits.shape[-1]
        if count != batch[-1]:
            raise ValueError(f"`mixture_distribution component` ({count}) does not equal "
                             f"`component_distribution.batch_shape[-1]` ({batch[-1]})")
        self.mixture_distribution = mixture_distribution
        self.component_distribution = component_distribution
        self._event_ndims = len(component_distribution.event_shape)
        super().__init__(batch[:-1], component_distribution.event_shape, validate_args)

    def _pad(self, x):
        return x.unsqueeze(-1 - self._event_ndims)

    def _weights(self):
        """Probabilities of the categories, over the events."""
        probs = self.mixture_distribution.probs
        dims = len(self.mixture_distribution.batch_shape)
        missing = 0 if dims == 1 else len(self._batch_shape) - dims
        shape = list(probs.shape)
        return probs.reshape(shape[:-1] + [1] * missing + shape[-1:] + [1] * self._event_ndims)

    @property
    def mean(self):
        return (self._weights() * self.component_distribution.mean).sum(-1 - self._event_ndims)

    @property
    def variance(self):
        probs = self._weights()
        apart = self.component_distribution.mean - self._pad(self.mean)
        dim = -1 - self._event_ndims
        return (probs * self.component_distribution.variance).sum(dim) + (probs * torch.pow(apart, 2.0)).sum(dim)

    def cdf(self, x):
        return (self.component_distribution.cdf(self._pad(x)) * self.mixture_distribution.probs).sum(-1)

    def log_prob(self, x):
        parts = self.component_distribution.log_prob(self._pad(x))
        return torch.logsumexp(parts + torch.log_softmax(self.mixture_distribution.logits, -1), -1)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            dim = len(sample_shape) + len(self._batch_shape)
            chosen = self.mixture_distribution.sample(sample_shape)
            drawn = self.component_distribution.sample(sample_shape)
            event = list(self._event_shape)
            shape = list(chosen.shape)
            index = chosen.reshape(shape + [1] * (len(event) + 1)).expand(shape + [1] + event)
            return torch.gather(drawn, dim, index).squeeze(dim)

# torch.distributions.distribution: what all distributions have.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import _tine
import torch


def tensors(*values):
    """Numbers and tensors as tensors of one shape."""
    kind = None
    for value in values:
        if isinstance(value, torch.Tensor) and kind is None:
            kind = value.dtype
    made = [v if isinstance(v, torch.Tensor) else torch.tensor(float(v), dtype=kind) for v in values]
    return torch.broadcast_tensors(*made)


class Distribution:
    has_rsample = False

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self._batch_shape = torch.Size(batch_shape)
        self._event_shape = torch.Size(event_shape)
        self._validates = True if validate_args is None else validate_args

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def stddev(self):
        return torch.sqrt(self.variance)

    @property
    def mode(self):
        raise NotImplementedError(f"{type(self).__name__} does not implement mode")

    def _extended_shape(self, sample_shape=()):
        return list(sample_shape) + list(self._batch_shape) + list(self._event_shape)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def _empty(self, sample_shape, like):
        """Where samples are drawn."""
        return torch.empty(self._extended_shape(sample_shape), dtype=like.dtype, device=like.device)

    def expand(self, batch_shape):
        _tine.unsupported(f"expand of {type(self).__name__} is not supported; expand its parameters")

    def sample_n(self, n):
        return self.sample((n,))

    def rsample(self, sample_shape=()):
        raise NotImplementedError(f"{type(self).__name__} has no rsample")

    def perplexity(self):
        return torch.exp(self.entropy())

    def _check(self, name, value, good, constraint):
        """Raises PyTorch's error for a parameter out of its range."""
        if self._validates and not bool(good.all()):
            raise ValueError(f"Expected parameter {name} of distribution {type(self).__name__} to satisfy the "
                             f"constraint {constraint}, but found invalid values")

    def _check_sample(self, value, good, constraint):
        if self._validates and not bool(good.all()):
            raise ValueError(f"Expected value argument to be within the support ({constraint}) of the distribution "
                             f"{type(self).__name__}, but found invalid values")


@_tine.hidden
class _LocScale(Distribution):
    """What is shifted by `loc` and scaled by `scale`."""
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = tensors(loc, scale)
        super().__init__(self.loc.shape, (), validate_args)
        self._check("loc", self.loc, self.loc == self.loc, "Real()")
        self._check("scale", self.scale, self.scale > 0, "GreaterThan(lower_bound=0.0)")

    def expand(self, batch_shape):
        return type(self)(self.loc.expand(batch_shape), self.scale.expand(batch_shape), False)

    @property
    def mode(self):
        return self.loc

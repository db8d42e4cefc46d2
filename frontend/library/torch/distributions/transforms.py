# torch.distributions.transforms: functions with an inverse, and by how much they stretch.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import torch
import torch.nn.functional as F
from torch.distributions import constraints
from torch.distributions.distribution import tensors


def sum_rightmost(value, dim):
    """Over the last `dim` dimensions."""
    for _ in range(dim):
        value = value.sum(-1)
    return value


def _broadcast(shape, *values):
    for value in values:
        if isinstance(value, torch.Tensor):
            shape = torch.broadcast_shapes(shape, value.shape)
    return torch.Size(shape)


class Transform:
    """With `cache_size=1` the inverse of what it gave last is what it was given."""
    bijective = False
    domain = constraints.real
    codomain = constraints.real

    def __init__(self, cache_size=0):
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size = cache_size
        self._x = None
        self._y = None

    @property
    def event_dim(self):
        if self.domain.event_dim != self.codomain.event_dim:
            raise ValueError("Please use either .domain.event_dim or .codomain.event_dim")
        return self.domain.event_dim

    @property
    def inv(self):
        return _InverseTransform(self)

    @property
    def sign(self):
        raise NotImplementedError

    def __call__(self, x):
        if self._cache_size == 0:
            return self._call(x)
        if self._x is not None and x is self._x:
            return self._y
        y = self._call(x)
        self._x, self._y = x, y
        return y

    def _inv_call(self, y):
        if self._cache_size == 0:
            return self._inverse(y)
        if self._y is not None and y is self._y:
            return self._x
        x = self._inverse(y)
        self._x, self._y = x, y
        return x

    def _call(self, x):
        raise NotImplementedError

    def _inverse(self, y):
        raise NotImplementedError

    def log_abs_det_jacobian(self, x, y):
        raise NotImplementedError

    def __repr__(self):
        return type(self).__name__ + "()"

    def forward_shape(self, shape):
        return shape

    def inverse_shape(self, shape):
        return shape


class _InverseTransform(Transform):
    def __init__(self, transform):
        super().__init__(transform._cache_size)
        self._of = transform

    @property
    def domain(self):
        return self._of.codomain

    @property
    def codomain(self):
        return self._of.domain

    @property
    def bijective(self):
        return self._of.bijective

    @property
    def sign(self):
        return self._of.sign

    @property
    def inv(self):
        return self._of

    def __repr__(self):
        return f"_InverseTransform({self._of})"

    def __call__(self, x):
        return self._of._inv_call(x)

    def _inv_call(self, y):
        return self._of(y)

    def log_abs_det_jacobian(self, x, y):
        return -self._of.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape):
        return self._of.inverse_shape(shape)

    def inverse_shape(self, shape):
        return self._of.forward_shape(shape)


class ComposeTransform(Transform):
    """The parts have caches, not the whole."""

    def __init__(self, parts, cache_size=0):
        super().__init__(cache_size)
        self.parts = parts
        if cache_size != 0:
            for part in parts:
                part._cache_size = cache_size

    @property
    def domain(self):
        if len(self.parts) == 0:
            return constraints.real
        dim = self.parts[-1].codomain.event_dim
        for part in reversed(self.parts):
            dim = max(dim + part.domain.event_dim - part.codomain.event_dim, part.domain.event_dim)
        first = self.parts[0].domain
        return first if dim == first.event_dim else constraints.independent(first, dim - first.event_dim)

    @property
    def codomain(self):
        if len(self.parts) == 0:
            return constraints.real
        dim = self.parts[0].domain.event_dim
        for part in self.parts:
            dim = max(dim + part.codomain.event_dim - part.domain.event_dim, part.codomain.event_dim)
        last = self.parts[-1].codomain
        return last if dim == last.event_dim else constraints.independent(last, dim - last.event_dim)

    @property
    def bijective(self):
        return all([part.bijective for part in self.parts])

    @property
    def sign(self):
        sign = 1
        for part in self.parts:
            sign = sign * part.sign
        return sign

    @property
    def inv(self):
        return ComposeTransform([part.inv for part in reversed(self.parts)])

    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def _inv_call(self, y):
        for part in reversed(self.parts):
            y = part.inv(y)
        return y

    def log_abs_det_jacobian(self, x, y):
        if len(self.parts) == 0:
            return torch.zeros_like(x)
        dim = self.domain.event_dim
        result = None
        for i in range(len(self.parts)):
            part = self.parts[i]
            after = part(x) if i + 1 < len(self.parts) else y
            term = sum_rightmost(part.log_abs_det_jacobian(x, after), dim - part.domain.event_dim)
            result = term if result is None else result + term
            dim += part.codomain.event_dim - part.domain.event_dim
            x = after
        return result

    def forward_shape(self, shape):
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape):
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def __repr__(self):
        return "ComposeTransform(\n    " + ",\n    ".join([str(part) for part in self.parts]) + "\n)"


class IndependentTransform(Transform):
    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        super().__init__(cache_size)
        self.base_transform = base_transform
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    @property
    def domain(self):
        return constraints.independent(self.base_transform.domain, self.reinterpreted_batch_ndims)

    @property
    def codomain(self):
        return constraints.independent(self.base_transform.codomain, self.reinterpreted_batch_ndims)

    @property
    def bijective(self):
        return self.base_transform.bijective

    @property
    def sign(self):
        return self.base_transform.sign

    def _call(self, x):
        return self.base_transform(x)

    def _inverse(self, y):
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x, y):
        return sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self):
        return f"IndependentTransform({self.base_transform}, {self.reinterpreted_batch_ndims})"

    def forward_shape(self, shape):
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape):
        return self.base_transform.inverse_shape(shape)


class ExpTransform(Transform):
    codomain = constraints.positive
    bijective = True
    sign = 1

    def _call(self, x):
        return torch.exp(x)

    def _inverse(self, y):
        return torch.log(y)

    def log_abs_det_jacobian(self, x, y):
        return x


class PowerTransform(Transform):
    domain = constraints.positive
    codomain = constraints.positive
    bijective = True

    def __init__(self, exponent, cache_size=0):
        super().__init__(cache_size)
        self.exponent = tensors(exponent)[0]

    @property
    def sign(self):
        return torch.sign(self.exponent)

    def _call(self, x):
        return torch.pow(x, self.exponent)

    def _inverse(self, y):
        return torch.pow(y, 1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        return torch.log(torch.abs(self.exponent * y / x))

    def forward_shape(self, shape):
        return _broadcast(shape, self.exponent)

    def inverse_shape(self, shape):
        return _broadcast(shape, self.exponent)


class SigmoidTransform(Transform):
    codomain = constraints.unit_interval
    bijective = True
    sign = 1

    def _call(self, x):
        info = torch.finfo(x.dtype)
        return torch.clamp(torch.sigmoid(x), min=info.tiny, max=1.0 - info.eps)

    def _inverse(self, y):
        info = torch.finfo(y.dtype)
        y = torch.clamp(y, min=info.tiny, max=1.0 - info.eps)
        return torch.log(y) - torch.log1p(-y)

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x) - F.softplus(x)


class SoftplusTransform(Transform):
    codomain = constraints.positive
    bijective = True
    sign = 1

    def _call(self, x):
        return F.softplus(x)

    def _inverse(self, y):
        return torch.log(-torch.expm1(-y)) + y

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x)


class TanhTransform(Transform):
    codomain = constraints.interval(-1.0, 1.0)
    bijective = True
    sign = 1

    def _call(self, x):
        return torch.tanh(x)

    def _inverse(self, y):
        return torch.atanh(y)

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))


class AbsTransform(Transform):
    codomain = constraints.positive

    def _call(self, x):
        return torch.abs(x)

    def _inverse(self, y):
        return y


class AffineTransform(Transform):
    bijective = True

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__(cache_size)
        self.loc = loc
        self.scale = scale
        self._event_dim = event_dim

    @property
    def event_dim(self):
        return self._event_dim

    @property
    def domain(self):
        return constraints.independent(constraints.real, self._event_dim)

    codomain = domain

    @property
    def sign(self):
        if isinstance(self.scale, torch.Tensor):
            return torch.sign(self.scale)
        return 1 if self.scale > 0 else -1 if self.scale < 0 else 0

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        if isinstance(self.scale, torch.Tensor):
            result = torch.log(torch.abs(self.scale))
        else:
            result = torch.full_like(x, math.log(abs(self.scale)))
        if self._event_dim > 0:
            result = sum_rightmost(result, self._event_dim)
        return result.expand(list(x.shape)[:x.dim() - self._event_dim])

    def forward_shape(self, shape):
        return _broadcast(shape, self.loc, self.scale)

    def inverse_shape(self, shape):
        return _broadcast(shape, self.loc, self.scale)


class SoftmaxTransform(Transform):
    domain = constraints.real_vector
    codomain = constraints.simplex

    def _call(self, x):
        probs = torch.exp(x - torch.amax(x, -1, True))
        return probs / probs.sum(-1, True)

    def _inverse(self, y):
        return torch.log(y)

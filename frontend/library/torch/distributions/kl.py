# torch.distributions.kl: divergences of distributions of one kind.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import math

import _tine
import torch
import torch.nn.functional as F
from torch.distributions.continuous import (Beta, Dirichlet, Exponential, Gamma, Laplace, MultivariateNormal,
    Normal, Uniform)
from torch.distributions.discrete import Bernoulli, Categorical, Poisson
from torch.distributions.independent import Independent


def kl_divergence(p, q):
    if isinstance(p, Independent) and isinstance(q, Independent):
        result = kl_divergence(p.base_dist, q.base_dist)
        dims = p.reinterpreted_batch_ndims
        return result.sum([-1 - i for i in range(dims)]) if dims > 0 else result
    if isinstance(p, Normal) and isinstance(q, Normal):
        ratio = p.scale / q.scale
        ratio = ratio * ratio
        apart = (p.loc - q.loc) / q.scale
        return 0.5 * (ratio + apart * apart - 1 - torch.log(ratio))
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        terms = p.probs * (p.logits - q.logits)
        terms = torch.where((q.probs == 0).expand(list(terms.shape)), math.inf, terms)
        return torch.where((p.probs == 0).expand(list(terms.shape)), 0.0, terms).sum(-1)
    if isinstance(p, Bernoulli) and isinstance(q, Bernoulli):
        one = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
        zero = (1 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))
        one = torch.where(q.probs == 0, math.inf, one)
        one = torch.where(p.probs == 0, 0.0, one)
        zero = torch.where(q.probs == 1, math.inf, zero)
        return one + torch.where(p.probs == 1, 0.0, zero)
    if isinstance(p, Uniform) and isinstance(q, Uniform):
        result = torch.log((q.high - q.low) / (p.high - p.low))
        return torch.where((q.low > p.low) | (q.high < p.high), math.inf, result)
    if isinstance(p, Exponential) and isinstance(q, Exponential):
        ratio = q.rate / p.rate
        return ratio - torch.log(ratio) - 1
    if isinstance(p, Laplace) and isinstance(q, Laplace):
        ratio = p.scale / q.scale
        apart = torch.abs(p.loc - q.loc)
        return -torch.log(ratio) + apart / q.scale + ratio * torch.exp(-apart / p.scale) - 1
    if isinstance(p, Gamma) and isinstance(q, Gamma):
        return (q.concentration * torch.log(p.rate / q.rate) + torch.lgamma(q.concentration)
                - torch.lgamma(p.concentration)
                + (p.concentration - q.concentration) * torch.digamma(p.concentration)
                + (q.rate - p.rate) * (p.concentration / p.rate))
    if isinstance(p, Beta) and isinstance(q, Beta):
        a, b = p.concentration1 + p.concentration0, q.concentration1 + q.concentration0
        sizes = (torch.lgamma(q.concentration1) + torch.lgamma(q.concentration0) + torch.lgamma(a)
                 - torch.lgamma(p.concentration1) - torch.lgamma(p.concentration0) - torch.lgamma(b))
        return (sizes + (p.concentration1 - q.concentration1) * torch.digamma(p.concentration1)
                + (p.concentration0 - q.concentration0) * torch.digamma(p.concentration0)
                + (b - a) * torch.digamma(a))
    if isinstance(p, Dirichlet) and isinstance(q, Dirichlet):
        a, b = p.concentration.sum(-1), q.concentration.sum(-1)
        shares = torch.digamma(p.concentration) - torch.digamma(a).unsqueeze(-1)
        return (torch.lgamma(a) - torch.lgamma(b)
                - (torch.lgamma(p.concentration) - torch.lgamma(q.concentration)).sum(-1)
                + ((p.concentration - q.concentration) * shares).sum(-1))
    if isinstance(p, Poisson) and isinstance(q, Poisson):
        return p.rate * (torch.log(p.rate) - torch.log(q.rate)) - (p.rate - q.rate)
    if isinstance(p, MultivariateNormal) and isinstance(q, MultivariateNormal):
        k = p.loc.size(-1)
        half = (torch.log(torch.diagonal_copy(q.scale_tril, dim1=-2, dim2=-1)).sum(-1)
                - torch.log(torch.diagonal_copy(p.scale_tril, dim1=-2, dim2=-1)).sum(-1))
        shape = list(torch.broadcast_shapes(p.scale_tril.shape, q.scale_tril.shape))
        spread = torch.linalg.solve_triangular(q.scale_tril.expand(shape), p.scale_tril.expand(shape), upper=False)
        apart = (q.loc - p.loc).unsqueeze(-1)
        far = torch.linalg.solve_triangular(q.scale_tril.expand(shape), apart.expand(shape[:-1] + [1]), upper=False)
        return half + 0.5 * ((spread * spread).sum(-1).sum(-1) + (far * far).sum(-1).sum(-1) - k)
    _tine.unsupported("kl_divergence of these two distributions is not supported")

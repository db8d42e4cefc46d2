# torch.distributions: distributions that samples are drawn from.
#
# Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

from torch.distributions.continuous import (Beta, Chi2, Dirichlet, Exponential, Gamma, Laplace, LogNormal,
    MultivariateNormal, Normal, Uniform)
from torch.distributions.derived import (Cauchy, Gumbel, HalfCauchy, HalfNormal, OneHotCategoricalStraightThrough,
    Pareto, RelaxedBernoulli, RelaxedOneHotCategorical, StudentT, Weibull)
from torch.distributions.discrete import (Bernoulli, Binomial, Categorical, Geometric, OneHotCategorical, Poisson)
from torch.distributions.distribution import Distribution
from torch.distributions.independent import Independent
from torch.distributions.kl import kl_divergence
from torch.distributions.mixture_same_family import MixtureSameFamily
from torch.distributions.transformed_distribution import TransformedDistribution
from torch.distributions.transforms import (AbsTransform, AffineTransform, ComposeTransform, ExpTransform,
    IndependentTransform, PowerTransform, SigmoidTransform, SoftmaxTransform, SoftplusTransform, TanhTransform,
    Transform)

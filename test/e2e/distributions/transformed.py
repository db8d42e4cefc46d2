# Transforms, and distributions that are made of others.
import math

import torch
from torch.distributions import (AffineTransform, Cauchy, Categorical, ComposeTransform, Exponential, ExpTransform, Gumbel,
                                 HalfCauchy, HalfNormal, Independent, MixtureSameFamily, MultivariateNormal, Normal,
                                 OneHotCategoricalStraightThrough, Pareto, RelaxedBernoulli,
                                 RelaxedOneHotCategorical, SigmoidTransform, StudentT, TanhTransform,
                                 TransformedDistribution, Uniform, Weibull)
from torch.distributions.transforms import PowerTransform, SoftplusTransform, Transform

torch.manual_seed(0)


def show(name, value):
    print(name, list(value.shape), ["%.4g" % v for v in value.detach().double().reshape(-1).tolist()])


x = torch.tensor([-1.5, 0.25, 2.0])
for transform in (ExpTransform(), SigmoidTransform(), TanhTransform(), SoftplusTransform(), AffineTransform(1.0, -2.0),
                  AffineTransform(x, torch.tensor(0.5)), PowerTransform(torch.tensor(2.0)), ExpTransform().inv,
                  ComposeTransform([AffineTransform(0.5, 2.0), TanhTransform()]),
                  ComposeTransform([ExpTransform(), AffineTransform(0.0, 2.0)]).inv, TanhTransform(cache_size=1)):
    given = x.abs() if "Power" in str(transform) or "Inverse" in str(transform) else x + 2.0 if "Compose" in str(
        type(transform)) else x
    y = transform(given)
    print(transform, transform.bijective, transform.sign, transform.domain.event_dim, transform.codomain.event_dim)
    show("y", y)
    show("inverse", transform.inv(y))
    show("stretch", transform.log_abs_det_jacobian(given, y))
    show("of inverse", transform.inv.log_abs_det_jacobian(y, given))

a, b = torch.tensor([0.5, 1.5, 3.0]), torch.tensor([2.0, 0.7, 1.2])
probs = torch.tensor([[0.2, 0.3, 0.5], [0.1, 0.6, 0.3]])
kinds = [
    (TransformedDistribution(Normal(a, b), TanhTransform(cache_size=1)), torch.tensor([0.1, -0.5, 0.9])),
    (TransformedDistribution(Independent(Normal(a, b), 1), [TanhTransform()]), torch.tensor([0.1, -0.5, 0.9])),
    (TransformedDistribution(Normal(0.0, 1.0), [AffineTransform(a, b), SigmoidTransform()]), torch.tensor([0.1, 0.5, 0.9])),
    (TransformedDistribution(Uniform(torch.zeros(3), torch.ones(3)), [SigmoidTransform().inv, AffineTransform(a, b)]),
     torch.tensor([0.1, 0.5, 0.9])),
    (TransformedDistribution(Normal(torch.zeros(2, 3), torch.ones(2, 3)), AffineTransform(a, b, event_dim=1)),
     torch.tensor([0.1, 0.5, 0.9])),
    (Gumbel(a, b), torch.tensor([0.1, -2.0, 4.0])),
    (Gumbel(0.5, 2.0), torch.tensor([0.1, -2.0, 4.0])),
    (HalfNormal(b), torch.tensor([0.1, 2.0, 4.0])),
    (Cauchy(a, b), torch.tensor([0.1, -2.0, 4.0])),
    (HalfCauchy(b), torch.tensor([0.1, 2.0, 4.0])),
    (Pareto(a, b), torch.tensor([0.6, 2.0, 4.0])),
    (Weibull(a, b), torch.tensor([0.1, 2.0, 4.0])),
]
for p, value in kinds:
    print(type(p).__name__, p.batch_shape, p.event_shape, p.has_rsample)
    show("log_prob", p.log_prob(value))
    for shape in ((), (2,)):
        show("sample", p.sample(shape))
    show("rsample", p.rsample((2,)))
    if type(p) is not TransformedDistribution:
        show("mean", p.mean)
        show("variance", p.variance)
        show("stddev", p.stddev)
        show("entropy", p.entropy())
    if len(p.event_shape) == 0:
        show("cdf", p.cdf(value.abs()))
t = StudentT(torch.tensor([0.5, 1.5, 3.0]), a, b)
for name, value in (("log_prob", t.log_prob(x)), ("mean", t.mean), ("variance", t.variance), ("entropy", t.entropy())):
    show(name, value)

mixtures = [
    (MixtureSameFamily(Categorical(probs[0]), Normal(a, b)), torch.tensor([0.1, -2.0])),
    (MixtureSameFamily(Categorical(probs), Normal(torch.stack([a, b]), torch.stack([b, a]))), torch.tensor([0.1, -2.0])),
    (MixtureSameFamily(Categorical(probs[0]), Independent(Normal(torch.randn(3, 2), torch.rand(3, 2) + 0.1), 1)),
     torch.tensor([0.1, -2.0])),
]
for p, value in mixtures:
    print(p.batch_shape, p.event_shape)
    for name, what in (("log_prob", p.log_prob(value)), ("mean", p.mean), ("variance", p.variance)):
        show(name, what)
    show("sample", p.sample((4,)))
    show("sample", p.sample())

relaxed = [(RelaxedOneHotCategorical(torch.tensor(0.5), probs), torch.tensor([0.2, 0.3, 0.5])),
           (RelaxedOneHotCategorical(torch.tensor([0.5]), logits=probs), torch.tensor([0.2, 0.3, 0.5])),
           (RelaxedBernoulli(torch.tensor(0.7), a / 4), torch.tensor([0.1, 0.5, 0.9])),
           (RelaxedBernoulli(torch.tensor([0.7]), logits=a), torch.tensor([0.1, 0.5, 0.9]))]
for p, value in relaxed:
    print(type(p).__name__, p.batch_shape, p.event_shape)
    show("log_prob", p.log_prob(value))
    show("rsample", p.rsample((2,)))
    show("sample", p.sample())
w = torch.tensor([0.2, 1.0, -0.5], requires_grad=True)
drawn = OneHotCategoricalStraightThrough(logits=w).rsample((2,))
(drawn * torch.arange(3.0)).sum().backward()
show("straight", drawn)
show("slope", w.grad)

# As in soft actor-critic, with the cache and with a transform of the program's.


class Squash(Transform):
    domain = torch.distributions.constraints.real
    codomain = torch.distributions.constraints.interval(-1.0, 1.0)
    bijective = True
    sign = +1

    def __init__(self, cache_size=1):
        super().__init__(cache_size=cache_size)

    def __eq__(self, other):
        return isinstance(other, Squash)

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return 0.5 * (y.log1p() - (-y).log1p())

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - torch.nn.functional.softplus(-2.0 * x))


class Squashed(TransformedDistribution):
    def __init__(self, loc, scale):
        self.loc = loc
        self.scale = scale
        self.base_dist = Normal(loc, scale)
        super().__init__(self.base_dist, [Squash()])

    @property
    def mean(self):
        mu = self.loc
        for t in self.transforms:
            mu = t(mu)
        return mu


layer = torch.nn.Linear(3, 4)
optimizer = torch.optim.Adam(layer.parameters(), lr=0.1)
for step in range(3):
    mu, log_std = layer(torch.randn(5, 3)).chunk(2, -1)
    policy = Squashed(mu, log_std.tanh().exp())
    action = policy.rsample()
    loss = policy.log_prob(action).sum(-1).mean() + (action - policy.mean).square().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("%.4f" % loss.item())
for step in range(2):
    mu, log_std = layer(torch.randn(5, 3)).chunk(2, -1)
    policy = TransformedDistribution(Normal(mu, log_std.exp()), [TanhTransform(cache_size=1), AffineTransform(1.0, 2.0)])
    action = policy.rsample()
    loss = Independent(policy, 1).log_prob(action).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("%.4f" % loss.item())
p = TransformedDistribution(Normal(0.0, 1.0), TanhTransform())
p.log_prob(a)

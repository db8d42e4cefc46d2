# Logarithms of densities, entropies, moments and divergences.
import torch
from torch.distributions import (Bernoulli, Beta, Binomial, Categorical, Dirichlet, Exponential, Gamma, Geometric,
                                 Independent, Laplace, LogNormal, MultivariateNormal, Normal, OneHotCategorical,
                                 Poisson, Uniform, kl_divergence)


def show(name, value):
    print(name, list(value.shape), ["%.5g" % v for v in value.detach().double().reshape(-1).tolist()])


a, b = torch.tensor([0.5, 1.5, 3.0]), torch.tensor([2.0, 0.7, 1.2])
probs = torch.tensor([[0.2, 0.3, 0.5], [0.1, 0.6, 0.3]])
matrix = torch.tensor([[2.0, 0.3], [0.3, 1.0]])
kinds = [
    (Normal(a, b), Normal(b, a), torch.tensor([0.1, -2.0, 4.0])),
    (LogNormal(a, b), None, torch.tensor([0.1, 2.0, 4.0])),
    (Uniform(-a, b), Uniform(-a * 2, b * 2), torch.tensor([0.1, -1.0, 0.5])),
    (Exponential(a), Exponential(b), torch.tensor([0.1, 2.0, 4.0])),
    (Laplace(a, b), Laplace(b, a), torch.tensor([0.1, -2.0, 4.0])),
    (Gamma(a, b), Gamma(b, a), torch.tensor([0.1, 2.0, 4.0])),
    (Beta(a, b), Beta(b, a), torch.tensor([0.1, 0.5, 0.9])),
    (Dirichlet(a), Dirichlet(b), torch.tensor([0.2, 0.3, 0.5])),
    (Bernoulli(torch.tensor([0.2, 0.7])), Bernoulli(logits=torch.tensor([0.1, -0.4])), torch.tensor([1.0, 0.0])),
    (Categorical(probs), Categorical(logits=probs), torch.tensor([2, 0])),
    (Geometric(torch.tensor([0.2, 0.7])), None, torch.tensor([3.0, 0.0])),
    (MultivariateNormal(torch.tensor([1.0, -1.0]), matrix),
     MultivariateNormal(torch.zeros(2), precision_matrix=matrix), torch.tensor([[0.3, 0.4], [1.0, 2.0]])),
    (Independent(Normal(a, b), 1), Independent(Normal(b, a), 1), torch.tensor([0.1, -2.0, 4.0])),
]
for p, q, value in kinds:
    name = type(p).__name__
    print(name, p.batch_shape, p.event_shape)
    show("log_prob", p.log_prob(value))
    show("mean", p.mean)
    show("variance", p.variance)
    show("entropy", p.entropy())
    if q is not None:
        show("kl", kl_divergence(p, q))
show("Poisson", Poisson(a).log_prob(torch.tensor([0.0, 2.0, 5.0])))
show("Binomial", Binomial(5, torch.tensor([0.2, 0.7])).log_prob(torch.tensor([1.0, 4.0])))
show("OneHotCategorical", OneHotCategorical(probs).log_prob(torch.eye(3)[:2]))
show("cdf", Normal(a, b).cdf(torch.tensor([0.1, 1.0, 2.0])))
show("icdf", Normal(a, b).icdf(torch.tensor([0.1, 0.5, 0.9])))
print(Categorical(probs).enumerate_support().tolist(), Categorical(probs).mode, Normal(a, b).stddev)

for p in (lambda x: Normal(x, x + 1), lambda x: Gamma(x, x), lambda x: Beta(x, x + 1), lambda x: Exponential(x)):
    x = torch.tensor([0.5, 1.5], requires_grad=True)
    (p(x).log_prob(torch.tensor([0.3, 0.6])) + p(x).entropy()).sum().backward()
    show("slope", x.grad)
x = torch.tensor([0.5, 1.5], requires_grad=True)
kl_divergence(Normal(x, 2 * x), Normal(torch.zeros(2), torch.ones(2))).sum().backward()
show("slope", x.grad)

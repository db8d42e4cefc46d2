# What is drawn is what PyTorch draws.
import torch
from torch.distributions import (Bernoulli, Categorical, Exponential, Geometric, Independent, Laplace, LogNormal,
                                 MultivariateNormal, Normal, OneHotCategorical, Uniform)

torch.manual_seed(0)
a, b = torch.tensor([0.5, 1.5, 3.0]), torch.tensor([2.0, 0.7, 1.2])
probs = torch.tensor([[0.2, 0.3, 0.5], [0.1, 0.6, 0.3]])
for p in (Normal(a, b), Normal(0.0, 1.0), LogNormal(a, b), Uniform(-a, b), Exponential(a), Laplace(a, b),
          Bernoulli(torch.tensor([0.2, 0.7])), Categorical(probs), Categorical(logits=probs),
          OneHotCategorical(probs), Geometric(torch.tensor([0.2, 0.7])),
          MultivariateNormal(torch.zeros(2), torch.eye(2) * 4), Independent(Normal(a, b), 1)):
    for shape in ((), (2,), (2, 2)):
        drawn = p.sample(shape)
        print(type(p).__name__, list(drawn.shape), ["%.3f" % v for v in drawn.double().reshape(-1).tolist()])
w = torch.tensor([1.0, 2.0], requires_grad=True)
drawn = Normal(w, w).rsample((3,))
drawn.sum().backward()
print(["%.3f" % v for v in w.grad.tolist()], Normal(w, w).sample().requires_grad)

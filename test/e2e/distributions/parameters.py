# A parameter out of its range.
import torch
from torch.distributions import Normal

print(Normal(torch.zeros(2), torch.ones(2)).log_prob(torch.zeros(2)))
Normal(torch.zeros(2), torch.tensor([1.0, -1.0]))

# torch.nn.init under the names of PyTorch 0.4, which programs still use.
import torch
import torch.nn as nn

torch.manual_seed(0)
w = torch.empty(4, 3)
print(nn.init.uniform(w, -1, 1), nn.init.normal(w, 0.0, 0.1))
print(nn.init.xavier_uniform(w), nn.init.xavier_normal(w, gain=2.0))
print(nn.init.kaiming_uniform(w, a=1.0), nn.init.kaiming_normal(w, mode="fan_out", nonlinearity="relu"))
print(nn.init.constant(w, 0.5)[0], nn.init.eye(w)[1], nn.init.sparse(w, 0.5))
print(nn.init.orthogonal(torch.empty(2, 2)).abs(), nn.init.dirac(torch.empty(2, 2, 3)))


def init(m):
    if isinstance(m, nn.Linear):
        nn.init.kaiming_normal(m.weight)
        m.bias.data.fill_(0)


print(nn.Sequential(nn.Linear(3, 2), nn.ReLU()).apply(init)[0].weight)

# NAdam and RAdam, five steps with every option.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.optim as optim


def train(name, make):
    torch.manual_seed(3)
    params = [nn.Parameter(torch.randn(3, 4)), nn.Parameter(torch.randn(5))]
    scales = [torch.randn(3, 4), torch.randn(5)]
    opt = make(params)
    print(name)
    for i in range(5):
        opt.zero_grad()
        y = (params[0] - i) * scales[0]
        z = (params[1] + 1) * scales[1]
        ((y * y).sum() + (z * z).mean()).backward()
        opt.step()
    for p in params:
        print(p.tolist())


train("NAdam", lambda p: optim.NAdam(p))
train("NAdam", lambda p: optim.NAdam(p, lr=0.01, weight_decay=0.1, momentum_decay=0.02))
train("NAdam", lambda p:
      optim.NAdam(p, lr=0.01, weight_decay=0.1, decoupled_weight_decay=True, maximize=True))
train("RAdam", lambda p: optim.RAdam(p))
train("RAdam", lambda p: optim.RAdam(p, lr=0.05, betas=(0.9, 0.9), weight_decay=0.1))
train("RAdam", lambda p:
      optim.RAdam(p, lr=0.05, betas=(0.5, 0.99), weight_decay=0.1, decoupled_weight_decay=True, maximize=True))

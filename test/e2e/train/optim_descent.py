# SGD, ASGD and Rprop, five steps with every option.
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


train("SGD", lambda p: optim.SGD(p, lr=0.05))
train("SGD", lambda p: optim.SGD(p, lr=0.05, momentum=0.9, weight_decay=0.01))
train("SGD", lambda p: optim.SGD(p, lr=0.05, momentum=0.9, nesterov=True, maximize=True))
train("SGD", lambda p: optim.SGD(p, lr=0.1, momentum=0.5, dampening=0.3))
train("ASGD", lambda p: optim.ASGD(p))
train("ASGD", lambda p:
      optim.ASGD(p, lr=0.1, lambd=0.01, alpha=0.5, t0=2, weight_decay=0.1, maximize=True))
train("Rprop", lambda p: optim.Rprop(p))
train("Rprop", lambda p:
      optim.Rprop(p, lr=0.05, etas=(0.4, 1.5), step_sizes=(1e-3, 0.1), maximize=True))

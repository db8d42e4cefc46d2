# Adagrad, Adadelta and RMSprop, five steps with every option.
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


train("Adagrad", lambda p: optim.Adagrad(p))
train("Adagrad", lambda p:
      optim.Adagrad(p, lr=0.1, lr_decay=0.1, weight_decay=0.05, initial_accumulator_value=0.2, eps=1e-3))
train("Adagrad", lambda p: optim.Adagrad(p, lr=0.1, maximize=True))
train("Adadelta", lambda p: optim.Adadelta(p))
train("Adadelta", lambda p:
      optim.Adadelta(p, lr=0.5, rho=0.8, eps=1e-4, weight_decay=0.1, maximize=True))
train("RMSprop", lambda p: optim.RMSprop(p))
train("RMSprop", lambda p:
      optim.RMSprop(p, lr=0.02, alpha=0.9, momentum=0.5, weight_decay=0.1))
train("RMSprop", lambda p: optim.RMSprop(p, lr=0.02, centered=True, maximize=True))
train("RMSprop", lambda p: optim.RMSprop(p, lr=0.02, eps=1e-4, centered=True, momentum=0.9))

# Adagrad, Adadelta and RMSprop with every option.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.optim as optim


def train(make, options={}, second={}):
    """Six steps with the options; `second` are those of another group."""
    torch.manual_seed(3)
    a, b = nn.Parameter(torch.randn(3, 4)), nn.Parameter(torch.randn(()))
    c, d = nn.Parameter(torch.randn(5)), nn.Parameter(torch.randn(2, 1, 3, dtype=torch.float64))
    s, t = torch.randn(3, 4), torch.randn(5)
    opt = make([dict(params=[a, b]), dict(params=[c, d], **second)], **options)
    print(make.__name__, options, second)
    for i in range(6):
        opt.zero_grad()
        loss = ((a - i) * s).square().sum() + ((c + 1) * t).square().mean() * b
        (loss + (d.square() * (i - 2.5)).sum()).backward()
        # A parameter without a gradient stays as it is, and so does its state.
        if i == 2 or i == 4:
            d.grad = None
        opt.step()
    for p in [a, b, c, d]:
        print(p.tolist())


train(optim.Adagrad)
train(optim.Adagrad, dict(lr=0.1), dict(lr=torch.tensor(0.2)))
train(optim.Adagrad, dict(lr_decay=0.5), dict(weight_decay=0.2))
train(optim.Adagrad, dict(initial_accumulator_value=0.5), dict(eps=0.1))
train(optim.Adagrad, dict(maximize=True, fused=True), dict(maximize=False))
train(optim.Adagrad, dict(lr=0.1, lr_decay=0.1, weight_decay=0.05, initial_accumulator_value=0.2, eps=1e-3, foreach=True))
train(optim.Adadelta)
train(optim.Adadelta, dict(lr=0.5), dict(lr=torch.tensor(2.0)))
train(optim.Adadelta, dict(rho=0.5), dict(rho=1.0))
train(optim.Adadelta, dict(eps=1e-2), dict(weight_decay=0.2))
train(optim.Adadelta, dict(maximize=True, foreach=True), dict(maximize=False))
train(optim.Adadelta, dict(lr=0.5, rho=0.8, eps=1e-4, weight_decay=0.1, maximize=True))
train(optim.RMSprop)
train(optim.RMSprop, dict(lr=0.1), dict(lr=torch.tensor(0.02)))
train(optim.RMSprop, dict(alpha=0.5), dict(eps=0.1))
train(optim.RMSprop, dict(weight_decay=0.2), dict(centered=True))
train(optim.RMSprop, dict(momentum=0.9), dict(momentum=0))
train(optim.RMSprop, dict(maximize=True, foreach=True), dict(maximize=False))
train(optim.RMSprop, dict(lr=0.02, alpha=0.9, eps=1e-4, weight_decay=0.1, momentum=0.5, centered=True, maximize=True))

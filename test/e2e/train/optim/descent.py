# SGD, ASGD and Rprop with every option.
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


train(optim.SGD)
train(optim.SGD, dict(lr=0.05), dict(lr=torch.tensor(0.2)))
train(optim.SGD, dict(lr=0.05, momentum=0.9), dict(momentum=0))
train(optim.SGD, dict(lr=0.05, weight_decay=0.1), dict(weight_decay=torch.tensor(0.5)))
train(optim.SGD, dict(lr=0.05, momentum=0.5, dampening=0.3), dict(dampening=0.9))
train(optim.SGD, dict(lr=0.05, momentum=0.9, nesterov=True), dict(nesterov=False))
train(optim.SGD, dict(lr=0.05, maximize=True, fused=True), dict(maximize=False))
train(optim.SGD, dict(lr=0.05, momentum=0.9, weight_decay=0.1, nesterov=True, maximize=True, foreach=True))
train(optim.SGD, dict(lr=0.05, momentum=torch.tensor(0.8), weight_decay=0.1, dampening=0.2, fused=True))
train(optim.ASGD)
train(optim.ASGD, dict(lr=0.1), dict(lr=torch.tensor(0.02)))
train(optim.ASGD, dict(lambd=0.1), dict(alpha=0.1, lambd=0.2))
train(optim.ASGD, dict(t0=2), dict(weight_decay=0.2))
train(optim.ASGD, dict(maximize=True, foreach=True), dict(maximize=False))
train(optim.ASGD, dict(lr=0.1, lambd=0.01, alpha=0.5, t0=2, weight_decay=0.1, maximize=True))
train(optim.Rprop)
train(optim.Rprop, dict(lr=0.1), dict(lr=torch.tensor(0.02)))
train(optim.Rprop, dict(etas=(0.2, 2.0)), dict(step_sizes=(0.005, 0.02)))
train(optim.Rprop, dict(maximize=True, foreach=True), dict(maximize=False))
train(optim.Rprop, dict(lr=0.05, etas=(0.4, 1.5), step_sizes=(1e-3, 0.1), maximize=True))

# NAdam and RAdam with every option.
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


train(optim.NAdam)
train(optim.NAdam, dict(lr=0.01), dict(lr=torch.tensor(0.1)))
train(optim.NAdam, dict(betas=(0.6, 0.9)), dict(eps=0.1))
train(optim.NAdam, dict(weight_decay=0.1), dict(decoupled_weight_decay=True))
train(optim.NAdam, dict(momentum_decay=0.1), dict(momentum_decay=0))
train(optim.NAdam, dict(maximize=True, foreach=True), dict(maximize=False))
train(optim.NAdam, dict(lr=0.01, weight_decay=0.1, momentum_decay=0.02, decoupled_weight_decay=True, maximize=True))
train(optim.RAdam)
train(optim.RAdam, dict(lr=0.05), dict(lr=torch.tensor(0.2)))
train(optim.RAdam, dict(betas=(0.6, 0.9)), dict(betas=(0.9, 0.5)))
train(optim.RAdam, dict(betas=(0.6, 0.99), eps=0.1), dict(weight_decay=0.1))
train(optim.RAdam, dict(weight_decay=0.1, decoupled_weight_decay=True, foreach=True))
train(optim.RAdam, dict(maximize=True), dict(maximize=False, betas=(0.9, 0.99)))
train(optim.RAdam, dict(lr=0.05, betas=(0.5, 0.99), eps=1e-3, weight_decay=0.1, decoupled_weight_decay=True, maximize=True))

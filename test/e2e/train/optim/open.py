# What is not known before the run: whether there is a gradient the first time.
# tolerance: 1e-6
import torch
import torch.nn as nn
import torch.optim as optim


def train(make, **options):
    torch.manual_seed(3)
    a, b = nn.Parameter(torch.randn(3)), nn.Parameter(torch.randn(2, 2))
    opt = make([a, b], **options)
    print(make.__name__)
    for i in range(6):
        opt.zero_grad()
        (a.square().sum() + (b - i).square().sum()).backward()
        if (i * 7) % 5 < 3:
            b.grad = None
        opt.step()
        print(i, b.grad is None, a.tolist(), b.tolist())


train(optim.SGD, lr=0.1, momentum=0.9, weight_decay=0.1, dampening=0.3, nesterov=False)
train(optim.SGD, lr=0.1, weight_decay=0.1)
train(optim.Adam, lr=0.1, weight_decay=0.1)
train(optim.ASGD, lr=0.1, weight_decay=0.1)
train(optim.NAdam, lr=0.1, weight_decay=0.1)

# Adam, AdamW and Adamax with every option.
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


train(optim.Adam)
train(optim.Adam, dict(lr=0.02))
train(optim.Adam, dict(betas=(0.8, 0.95)), dict(betas=(0.5, 0.5)))
train(optim.Adam, dict(eps=1e-2), dict(eps=1.0))
train(optim.Adam, dict(weight_decay=0.1), dict(weight_decay=0))
train(optim.Adam, dict(weight_decay=0.1, decoupled_weight_decay=True))
train(optim.Adam, dict(), dict(amsgrad=True))
train(optim.Adam, dict(maximize=True), dict(maximize=False))
train(optim.Adam, dict(lr=torch.tensor(0.05), betas=(torch.tensor(0.7), torch.tensor([0.8]))))
train(optim.Adam, dict(lr=0.02, betas=(0.8, 0.95), eps=1e-4, weight_decay=0.1, amsgrad=True, maximize=True, foreach=True))
train(optim.Adam, dict(lr=0.03, weight_decay=torch.tensor(0.1), fused=True))
train(optim.AdamW)
train(optim.AdamW, dict(lr=0.02, weight_decay=0.3, amsgrad=True, foreach=True), dict(lr=0.1))
train(optim.AdamW, dict(lr=torch.tensor([0.02]), betas=(0.5, 0.6), eps=0.1, maximize=True, fused=True))
train(optim.Adamax)
train(optim.Adamax, dict(lr=0.03), dict(lr=torch.tensor(0.1)))
train(optim.Adamax, dict(betas=(0.7, 0.9)), dict(weight_decay=0.1))
train(optim.Adamax, dict(eps=1e-2, foreach=True), dict(maximize=True))
train(optim.Adamax, dict(lr=0.03, betas=(0.7, 0.9), eps=1e-3, weight_decay=0.1, maximize=True))

# Adam, AdamW and Adamax, five steps with every option.
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


train("Adam", lambda p: optim.Adam(p))
train("Adam", lambda p: optim.Adam(p, lr=0.02, betas=(0.8, 0.95), eps=1e-4, weight_decay=0.1))
train("Adam", lambda p: optim.Adam(p, lr=0.02, amsgrad=True, maximize=True))
train("AdamW", lambda p: optim.AdamW(p))
train("AdamW", lambda p: optim.AdamW(p, lr=0.02, weight_decay=0.3, amsgrad=True, foreach=True))
train("Adamax", lambda p: optim.Adamax(p))
train("Adamax", lambda p:
      optim.Adamax(p, lr=0.03, betas=(0.7, 0.9), eps=1e-3, weight_decay=0.1, maximize=True))

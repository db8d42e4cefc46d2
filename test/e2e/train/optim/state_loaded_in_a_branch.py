# A state that is loaded on one path has no entry for what was not updated.
import torch
import torch.nn as nn


def train(make, x):
    w = nn.Parameter(torch.ones(2))
    opt = make(w)
    saved = opt.state_dict()
    (w * x).sum().backward()
    opt.step()
    if x.sum() > 2:
        opt.load_state_dict(saved)
    opt.step()
    print(w.detach())
    opt.step()
    print(w.detach(), len(opt.state), len(opt.state[w]))


def first_in_branch(make, x):
    w = nn.Parameter(torch.ones(2))
    opt = make(w)
    (w * x).sum().backward()
    if x.sum() > 2:
        opt.step()
    opt.step()
    print(w.detach())


def in_loop(make, x):
    w = nn.Parameter(torch.ones(2))
    opt = make(w)
    for i in range(int(x[1])):
        opt.zero_grad()
        (w * w * x).sum().backward()
        opt.step()
    for i in range(2):
        opt.zero_grad()
        (w * w * x).sum().backward()
        opt.step()
    print(w.detach(), len(opt.state))


def momentum(w):
    return torch.optim.SGD([w], lr=0.1, momentum=0.9)


def adam(w):
    return torch.optim.Adam([w], lr=0.1)


for x in (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 0.0])):
    train(momentum, x)
    train(adam, x)
    first_in_branch(momentum, x)
    first_in_branch(adam, x)
    in_loop(momentum, x)
    in_loop(adam, x)

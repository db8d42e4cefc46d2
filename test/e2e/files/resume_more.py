# A training that stops and goes on by a file ends as one that does not, to the bit.
import os

import torch
from torch import nn


def train(make, schedule, stop):
    torch.manual_seed(1)
    x = torch.randn(24, 3)
    y = torch.randn(24, 2)
    model = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 2))
    optimizer = make(model.parameters())
    scheduler = schedule(optimizer)
    for epoch in range(4):
        if epoch == stop:
            torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict(),
                        "epoch": epoch}, "resume_more_a.pt")
            model = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 2))
            optimizer = make(model.parameters())
            scheduler = schedule(optimizer)
            state = torch.load("resume_more_a.pt")
            model.load_state_dict(state["model"])
            optimizer.load_state_dict(state["optimizer"])
            scheduler.load_state_dict(state["scheduler"])
            os.remove("resume_more_a.pt")
        for i in range(0, 24, 8):
            optimizer.zero_grad()
            loss = ((model(x[i:i + 8]) - y[i:i + 8]) ** 2).mean()
            loss.backward()
            optimizer.step()
        scheduler.step()
    return [p.detach() for p in model.parameters()], optimizer.param_groups[0]["lr"], scheduler.last_epoch


def check(name, make, schedule):
    a, rate, epoch = train(make, schedule, -1)
    b, other_rate, other_epoch = train(make, schedule, 2)
    print(name, all([torch.equal(p, q) for p, q in zip(a, b)]), rate == other_rate, epoch == other_epoch)


def steps(optimizer):
    return torch.optim.lr_scheduler.StepLR(optimizer, 2, 0.5)


check("amsgrad", lambda p: torch.optim.Adam(p, lr=0.01, amsgrad=True), lambda o: torch.optim.lr_scheduler.MultiStepLR(o, [1, 3], 0.1))
check("rmsprop", lambda p: torch.optim.RMSprop(p, lr=0.01, momentum=0.5, centered=True), steps)
check("onecycle", lambda p: torch.optim.SGD(p, lr=0.01, momentum=0.9, nesterov=True), lambda o: torch.optim.lr_scheduler.OneCycleLR(o, 0.1, total_steps=5, cycle_momentum=False))

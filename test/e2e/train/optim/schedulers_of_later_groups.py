# A group that is added when a scheduler is there already: those that go by the
# last rate change it too.
import torch
from torch import nn
from torch.optim import lr_scheduler as schedules

torch.manual_seed(0)
x = torch.randn(6, 2)


def train(make, steps=6):
    a, b = nn.Linear(2, 2), nn.Linear(2, 1)
    opt = torch.optim.SGD(a.parameters(), lr=1.0)
    sched = make(opt)
    for epoch in range(steps):
        opt.zero_grad()
        loss = b(a(x)).pow(2).mean()
        loss.backward()
        opt.step()
        if isinstance(sched, schedules.ReduceLROnPlateau):
            sched.step(1.0)
        else:
            sched.step()
        if epoch == 1:
            opt.add_param_group({"params": b.parameters(), "lr": 0.5})
        rates = [g["lr"] for g in opt.param_groups]
        print(epoch, loss.item(), rates, sched.get_last_lr())


train(lambda opt: schedules.StepLR(opt, 2, gamma=0.5))
train(lambda opt: schedules.MultiStepLR(opt, [1, 3, 5], gamma=0.1))
train(lambda opt: schedules.ExponentialLR(opt, 0.9))
train(lambda opt: schedules.ConstantLR(opt, 0.5, total_iters=4))
train(lambda opt: schedules.LinearLR(opt, 0.25, total_iters=5))
train(lambda opt: schedules.PolynomialLR(opt, total_iters=5, power=2.0))
train(lambda opt: schedules.CosineAnnealingLR(opt, 10))
train(lambda opt: schedules.ReduceLROnPlateau(opt, patience=1, factor=0.5))
train(lambda opt: schedules.SequentialLR(
    opt, [schedules.ConstantLR(opt, 0.1, total_iters=3), schedules.ExponentialLR(opt, 0.9)], [1]))
train(lambda opt: schedules.ChainedScheduler(
    [schedules.ConstantLR(opt, 0.1, total_iters=3), schedules.ExponentialLR(opt, 0.9)]))

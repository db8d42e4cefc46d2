# Learning rates over the epochs of a loop, by every scheduler.
# tolerance: 1e-9
import torch
import torch.optim as optim
from torch.optim import lr_scheduler
from torch.optim.lr_scheduler import StepLR


def run(name, make, epochs=9, lr=0.5):
    p = torch.nn.Parameter(torch.ones(2))
    q = torch.nn.Parameter(torch.ones(3))
    opt = optim.SGD([{"params": [p]}, {"params": [q], "lr": 0.1}], lr=lr, momentum=0.9)
    scheduler = make(opt)
    print(name, scheduler.get_last_lr())
    for epoch in range(epochs):
        opt.step()
        scheduler.step()
        print(epoch, scheduler.get_last_lr(), opt.param_groups[0]["momentum"])


run("StepLR", lambda opt: StepLR(opt, step_size=3, gamma=0.5))
run("MultiStepLR", lambda opt: lr_scheduler.MultiStepLR(opt, milestones=[2, 5, 5], gamma=0.3))
run("ExponentialLR", lambda opt: lr_scheduler.ExponentialLR(opt, 0.9))
run("CosineAnnealingLR", lambda opt: lr_scheduler.CosineAnnealingLR(opt, T_max=4, eta_min=0.01))
run("LinearLR", lambda opt: lr_scheduler.LinearLR(opt, start_factor=0.2, total_iters=4))
run("ConstantLR", lambda opt: lr_scheduler.ConstantLR(opt, factor=0.25, total_iters=3))
run("PolynomialLR", lambda opt: lr_scheduler.PolynomialLR(opt, total_iters=6, power=2.0))
run("LambdaLR", lambda opt: lr_scheduler.LambdaLR(opt, [lambda e: 0.9 ** e, lambda e: 1 / (1 + e)]))
run("MultiplicativeLR", lambda opt: lr_scheduler.MultiplicativeLR(opt, lambda e: 0.8))
run("WarmRestarts", lambda opt: lr_scheduler.CosineAnnealingWarmRestarts(opt, T_0=2, T_mult=2))
run("OneCycleLR", lambda opt: lr_scheduler.OneCycleLR(opt, max_lr=[1.0, 0.3], total_steps=10))
run("OneCycleLR", lambda opt: lr_scheduler.OneCycleLR(
    opt, 1.0, epochs=5, steps_per_epoch=2, anneal_strategy="linear", three_phase=True,
    cycle_momentum=False))
run("SequentialLR", lambda opt: lr_scheduler.SequentialLR(
    opt, [lr_scheduler.ConstantLR(opt, 0.1, total_iters=2), lr_scheduler.ExponentialLR(opt, 0.5)],
    milestones=[3]))
run("ChainedScheduler", lambda opt: lr_scheduler.ChainedScheduler(
    [lr_scheduler.ConstantLR(opt, 0.1, total_iters=2), lr_scheduler.ExponentialLR(opt, 0.5)]))


def plateau(mode, threshold_mode, cooldown):
    p = torch.nn.Parameter(torch.ones(2))
    opt = optim.Adam([p], lr=0.1)
    scheduler = lr_scheduler.ReduceLROnPlateau(
        opt, mode, factor=0.5, patience=1, threshold=0.1, threshold_mode=threshold_mode,
        cooldown=cooldown, min_lr=0.02)
    values = torch.tensor([3.0, 2.0, 1.95, 1.96, 2.5, 2.6, 1.0, 0.99, 1.0, 1.2, 1.3, 1.4])
    for i in range(12):
        scheduler.step(values[i])
        print(i, opt.param_groups[0]["lr"], scheduler.num_bad_epochs, scheduler.best)


plateau("min", "rel", 0)
plateau("max", "abs", 2)


# A schedule in the loss of a program, and a scheduler of its own.
class Halving(lr_scheduler.LRScheduler):
    def get_lr(self):
        return [base / (2.0 ** self.last_epoch) for base in self.base_lrs]


p = torch.nn.Parameter(torch.tensor([1.0, -2.0]))
opt = optim.SGD([p], lr=0.5)
scheduler = Halving(opt)
for epoch in range(4):
    opt.zero_grad()
    (p * p).sum().backward()
    opt.step()
    scheduler.step()
    for group in opt.param_groups:
        if epoch == 2:
            group["lr"] *= 0.25
    print(p.tolist(), opt.param_groups[0]["lr"])

# Each of several tells the rate that it gave.
weight = torch.nn.Parameter(torch.ones(2))
optimizer = torch.optim.SGD([weight], lr=0.1)
warm = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=0.1, total_iters=4)
decay = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
for epoch in range(5):
    optimizer.step()
    warm.step()
    decay.step()
    print(epoch, ["%.6f %.6f" % (a, b) for a, b in zip(warm.get_last_lr(), decay.get_last_lr())])

# One that waits for a measure tells it, too, whatever others did before its step.
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=1, factor=0.5)
print(["%.6f" % rate for rate in plateau.get_last_lr()])
for epoch in range(6):
    optimizer.step()
    decay.step()
    before = plateau.get_last_lr()[0]
    plateau.step(1.0)
    print(epoch, "%.6f %.6f" % (before, plateau.get_last_lr()[0]))

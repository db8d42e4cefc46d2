# Every option of the schedulers, alone and together.
# tolerance: 1e-9
import torch
import torch.nn as nn
import torch.optim as optim
from torch.optim import lr_scheduler as ls


def make_optimizer(kind="sgd", resumed=False, lr=0.5):
    groups = [{"params": [nn.Parameter(torch.ones(2))]},
              {"params": [nn.Parameter(torch.ones(3))], "lr": 0.1}]
    if resumed:
        groups[0]["initial_lr"] = 1.0
        groups[1]["initial_lr"] = 0.25
    return optim.Adam(groups, lr=lr) if kind == "adam" else optim.SGD(groups, lr=lr, momentum=0.9)


def run(name, opt, schedulers, epochs=7):
    print(name, [s.get_last_lr() for s in schedulers])
    for epoch in range(epochs):
        opt.step()
        for s in schedulers:
            s.step()
        print(epoch, [g["lr"] for g in opt.param_groups])


# From a later epoch on.
opt = make_optimizer(resumed=True)
run("step", opt, [ls.StepLR(opt, 2, gamma=0.3, last_epoch=3)])
opt = make_optimizer(resumed=True)
run("multi", opt, [ls.MultiStepLR(opt, [4, 6], gamma=0.3, last_epoch=2)])
opt = make_optimizer(resumed=True)
run("exponential", opt, [ls.ExponentialLR(opt, 0.5, last_epoch=2)])
opt = make_optimizer(resumed=True)
run("cosine", opt, [ls.CosineAnnealingLR(opt, 5, eta_min=0.02, last_epoch=2)])
opt = make_optimizer(resumed=True)
run("linear", opt, [ls.LinearLR(opt, 0.5, 0.9, total_iters=6, last_epoch=1)])
opt = make_optimizer(resumed=True)
run("lambda", opt, [ls.LambdaLR(opt, lambda e: 0.5 ** e, last_epoch=4)])
opt = make_optimizer(resumed=True)
run("constant", opt, [ls.ConstantLR(opt, factor=0.5, total_iters=4, last_epoch=1)])

# Options.
opt = make_optimizer()
run("cosine", opt, [ls.CosineAnnealingLR(opt, 2)], epochs=9)
opt = make_optimizer()
run("linear", opt, [ls.LinearLR(opt, start_factor=1.0, end_factor=0.1, total_iters=3)])
opt = make_optimizer()
run("linear", opt, [ls.LinearLR(opt, start_factor=0.25, end_factor=0.5)])
opt = make_optimizer()
run("lambdas", opt, [ls.LambdaLR(opt, lr_lambda=[lambda e: 1.0 if e < 3 else 0.1, lambda e: 0.9 ** e])])
opt = make_optimizer()
run("restarts", opt, [ls.CosineAnnealingWarmRestarts(opt, 3, eta_min=0.05)])
opt = make_optimizer()
run("polynomial", opt, [ls.PolynomialLR(opt)])

# One cycle.
opt = make_optimizer()
run("one cycle", opt, [ls.OneCycleLR(opt, 1.0, total_steps=8, pct_start=0.5, anneal_strategy="linear",
                                     base_momentum=0.5, max_momentum=0.8, div_factor=10.0, final_div_factor=100.0)])
print([g["momentum"] for g in opt.param_groups])
opt = make_optimizer("adam")
scheduler = ls.OneCycleLR(opt, [1.0, 0.5], total_steps=10, base_momentum=[0.5, 0.6], max_momentum=[0.8, 0.9])
for epoch in range(9):
    opt.step()
    scheduler.step()
    print([(g["lr"], g["betas"]) for g in opt.param_groups])
opt = make_optimizer("adam")
scheduler = ls.OneCycleLR(opt, 1.0, total_steps=12, three_phase=True)
for epoch in range(11):
    opt.step()
    scheduler.step()
    print([(g["lr"], g["betas"][0]) for g in opt.param_groups])

# Several schedulers of one optimizer.
opt = make_optimizer()
run("two", opt, [ls.ExponentialLR(opt, 0.9), ls.MultiStepLR(opt, [2, 4], gamma=0.1)])
opt = make_optimizer()
run("chained", opt, [ls.ChainedScheduler([ls.LinearLR(opt, 0.1, total_iters=3), ls.StepLR(opt, 2)], optimizer=opt)])
opt = make_optimizer()
parts = [ls.LinearLR(opt, 0.1, total_iters=2), ls.CosineAnnealingLR(opt, 3), ls.ExponentialLR(opt, 0.5)]
run("sequence", opt, [ls.SequentialLR(opt, parts, milestones=[2, 5])], epochs=9)

# A rate in a tensor changes in place.
rate = torch.tensor(0.5, dtype=torch.float64)
opt = make_optimizer(lr=rate)
run("tensor", opt, [ls.StepLR(opt, 2)])
print(rate, opt.param_groups[0]["initial_lr"])

# By epoch.
opt = make_optimizer()
steps = ls.StepLR(opt, 2, gamma=0.5)
for epoch in (5, 1, 9):
    steps.step(epoch)
    print(steps.get_last_lr())
opt = make_optimizer()
saved, later = ls.CosineAnnealingLR(opt, 4), ls.CosineAnnealingLR(opt, 4)
saved.step()
saved.step()
later.load_state_dict(saved.state_dict())
later.step()
print(later.last_epoch, later.get_last_lr(), later.T_max)


def plateau(**options):
    opt = make_optimizer()
    scheduler = ls.ReduceLROnPlateau(opt, **options)
    values = torch.tensor([3.0, 2.0, 1.95, 1.96, 2.5, 2.6, 1.0, 0.99, 1.0, 1.2, 1.3, 1.4])
    print("plateau", options)
    for i in range(12):
        scheduler.step(values[i])
        print([g["lr"] for g in opt.param_groups], scheduler.num_bad_epochs, scheduler.cooldown_counter,
              scheduler.best, scheduler.last_epoch)


plateau(patience=0)
plateau(mode="min", threshold_mode="abs", threshold=0.5, patience=1)
plateau(mode="max", threshold_mode="rel", threshold=0.1, patience=2, factor=0.5)
plateau(mode="max", threshold_mode="abs", threshold=0.3, patience=0, cooldown=2, min_lr=[0.2, 0.05])
plateau(patience=0, factor=0.9, eps=0.02)

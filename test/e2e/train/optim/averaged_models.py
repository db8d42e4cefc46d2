# Averages of models over their steps, the rate that goes with them, and cyclic rates.
import torch
from torch import nn
from torch.optim.lr_scheduler import CyclicLR
from torch.optim.swa_utils import (SWALR, AveragedModel, get_ema_avg_fn, get_ema_multi_avg_fn,
                                   update_bn)

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1))
x = torch.randn(32, 4)
y = x.sum(1, keepdim=True)
loader = [x[:16], x[16:]]
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.5)
swa = AveragedModel(model)
ema = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9))
own = AveragedModel(model, avg_fn=get_ema_avg_fn(0.9), use_buffers=True)
doubled = AveragedModel(model, avg_fn=lambda mean, value, n: mean + (value - mean) / (n + 2))
print(list(swa.state_dict())[:4])
scheduler = SWALR(optimizer, swa_lr=0.02, anneal_epochs=5)
start = 4
for epoch in range(12):
    for part in range(2):
        optimizer.zero_grad()
        loss = (model(loader[part]) - y[16 * part:16 * part + 16]).pow(2).mean()
        loss.backward()
        optimizer.step()
    ema.update_parameters(model)
    own.update_parameters(model)
    doubled.update_parameters(model)
    if epoch >= start:
        swa.update_parameters(model)
        scheduler.step()
print(swa.n_averaged, ema.n_averaged, f"{scheduler.get_last_lr()[0]:.4f}")
update_bn(loader, swa)
print(swa.module[1].running_mean, swa.module[1].num_batches_tracked, swa.module[1].momentum)
for averaged in (swa, ema, own, doubled):
    averaged.eval()
    print(f"{(averaged(x) - y).pow(2).mean().item():.4f}")


def rates(name, **options):
    p, q = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(3))
    make = torch.optim.Adam if name == "adam" else torch.optim.SGD
    optimizer = make([{"params": [p]}, {"params": [q]}], lr=0.5)
    scheduler = CyclicLR(optimizer, [0.1, 0.2], 1.0, step_size_up=3, **options)
    for i in range(9):
        optimizer.step()
        scheduler.step()
        group = optimizer.param_groups[0]
        beta = group["betas"][0] if name == "adam" else group["momentum"]
        print(" ".join([f"{rate:.5f}" for rate in scheduler.get_last_lr()]), f"{beta:.4f}")


rates("sgd", step_size_down=2)
rates("adam", mode="triangular2")
rates("sgd", mode="exp_range", gamma=0.9, cycle_momentum=False)
rates("adam", scale_fn=lambda x: 1 / x, base_momentum=0.7)


def annealed(**options):
    p = nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([p], lr=0.5)
    scheduler = SWALR(optimizer, 0.05, **options)
    for i in range(6):
        optimizer.step()
        scheduler.step()
        print(f"{scheduler.get_last_lr()[0]:.5f}")


annealed(anneal_epochs=4, anneal_strategy="linear")
annealed(anneal_epochs=0)

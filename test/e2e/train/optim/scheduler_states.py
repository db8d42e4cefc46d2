# The state of a scheduler is as it was when it was asked for.
import torch

w = torch.nn.Parameter(torch.ones(2))
opt = torch.optim.SGD([w], lr=1.0)
sched = torch.optim.lr_scheduler.StepLR(opt, step_size=1, gamma=0.5)
ck = sched.state_dict()
opt.step()
sched.step()
print(ck["last_epoch"], ck["_last_lr"], sched.state_dict()["_last_lr"])
for i in range(20):
    opt.step()
    sched.step()
    if i == 9:
        ck = sched.state_dict()
print(ck["last_epoch"], ck["_last_lr"], sched.get_last_lr())
sched.load_state_dict(ck)
opt.step()
sched.step()
print(ck["last_epoch"], ck["_last_lr"], sched.last_epoch)

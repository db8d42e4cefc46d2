# A scheduler that goes by the first rates has none of a group that came later.
import torch
from torch.optim import lr_scheduler

a, b = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)
opt = torch.optim.SGD(a.parameters(), lr=1.0)
sched = lr_scheduler.LambdaLR(opt, lambda epoch: 0.5**epoch)
opt.step()
sched.step()
print(sched.get_last_lr())
opt.add_param_group({"params": b.parameters(), "lr": 0.5})
opt.step()
sched.step()

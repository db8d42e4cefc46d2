# Schedulers that are made of others, and of functions, give and take states.
import copy

import torch
from torch.optim.lr_scheduler import (ChainedScheduler, CosineAnnealingLR, LambdaLR, LinearLR,
                                      SequentialLR)


def sequence(opt):
    return SequentialLR(opt, [LinearLR(opt, 0.25, total_iters=3), CosineAnnealingLR(opt, T_max=5)],
                        milestones=[3])


def chain(opt):
    return ChainedScheduler([LinearLR(opt, 0.25, total_iters=3), CosineAnnealingLR(opt, T_max=5)])


def make(schedule):
    opt = torch.optim.SGD([torch.nn.Parameter(torch.ones(2))], lr=1.0)
    return opt, schedule(opt)


for schedule in (sequence, chain):
    oa, sa = make(schedule)
    for _ in range(4):
        oa.step()
        sa.step()
    kept = copy.deepcopy(sa.state_dict())
    kept_opt = copy.deepcopy(oa.state_dict())
    ob, sb = make(schedule)
    ob.load_state_dict(oa.state_dict())
    sb.load_state_dict(sa.state_dict())
    oa.step()
    sa.step()
    print(oa.param_groups[0]["lr"], ob.param_groups[0]["lr"])
    for _ in range(2):
        ob.step()
        sb.step()
        print(sb.get_last_lr(), ob.param_groups[0]["lr"], oa.param_groups[0]["lr"])
    oa.load_state_dict(kept_opt)
    sa.load_state_dict(kept)
    for _ in range(2):
        oa.step()
        sa.step()
        print(sa.get_last_lr(), oa.param_groups[0]["lr"])

oa, sa = make(lambda opt: LambdaLR(opt, lambda e: 0.5**e))
for _ in range(3):
    oa.step()
    sa.step()
ob, sb = make(lambda opt: LambdaLR(opt, lambda e: 1.0 / (1 + e)))
sb.load_state_dict(sa.state_dict())
ob.step()
sb.step()
print(sa.get_last_lr(), sb.get_last_lr(), sb.state_dict())

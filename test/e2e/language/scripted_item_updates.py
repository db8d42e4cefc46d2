# TorchScript gives a dict another tensor in `+=`, but changes that of a list.
from typing import Dict, List

import torch


@torch.jit.script
def of_dict(x: torch.Tensor):
    t = torch.zeros(2)
    d: Dict[str, torch.Tensor] = {"a": t}
    d["a"] += x
    print(d, t)


@torch.jit.script
def of_list(x: torch.Tensor):
    t = torch.zeros(2)
    d: List[torch.Tensor] = [t, t]
    d[1] += x
    print(d, t)


@torch.jit.script
def of_others(x: torch.Tensor):
    t = torch.ones(2)
    d: Dict[str, torch.Tensor] = {"a": t}
    d["a"] -= x
    print(d, t)
    d["a"] *= x
    print(d, t)
    d["a"] /= x
    print(d, t)


@torch.jit.script
def scaled(x: torch.Tensor):
    t = torch.ones(2)
    d: Dict[str, torch.Tensor] = {"a": t}
    d["a"] += 1
    print(d, t)
    l = [t]
    l[0] += 1
    print(l, t)
    l[0] *= 2
    print(l, t)


x = torch.tensor([1.0, 2.0])
of_dict(x)
of_list(x)
of_others(x)
scaled(x)

# Tasks that make dicts with keys of some paths, and that read such a dict.
import torch


def work(x):
    out = {"sum": x.sum()}
    if x.sum().item() > 0:
        out["pos"] = True
        out["big"] = x * 2
    return out["sum"], len(out), out.get("pos", False)


x = torch.tensor([1.0, -3.0])
for future in [torch.jit.fork(work, x * s) for s in [1.0, -1.0]]:
    print(torch.jit.wait(future))
shared = {"a": 1, "z": None}
if x[0].item() > 0:
    shared["t"] = x + 1


def reads():
    return shared["t"] * 2


print(torch.jit.wait(torch.jit.fork(reads)))

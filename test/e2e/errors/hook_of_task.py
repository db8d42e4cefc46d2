# Likewise in a task.
# expect: COMPILE ERROR 14 hook
import torch


def task(w):
    h = w * 2
    h.register_hook(lambda g: g * 2)
    return h.sum()


w = torch.ones(3, requires_grad=True)
future = torch.jit.fork(task, w)
torch.jit.wait(future).backward()

# TorchScript sorts no dicts.
import torch

@torch.jit.script
def f():
    t = [({1: 2}, {2: 3})]
    t.sort()
    return t


print("before")
print(f())

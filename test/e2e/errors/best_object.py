# expect: COMPILE ERROR 11 best
import torch


class Meter:
    def __init__(self, v):
        self.v = v


ms = [Meter(torch.ones(2).sum().item()), Meter(torch.zeros(2).sum().item())]
print(max(ms, key=lambda m: m.v).v)

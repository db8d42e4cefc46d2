# A hook that a loop on one path sets: only the run knows whether there is one.
# expect: COMPILE ERROR 11 hooks
import torch

w = torch.ones(3, requires_grad=True)
h = w * 2
if torch.rand(()) > 0.5:
    for i in range(3):
        h.register_hook(lambda g: g * 2)

h.sum().backward()

# Only the run knows whether there is a hook.
# expect: COMPILE ERROR 9 hooks
import torch

w = torch.ones(3, requires_grad=True)
h = w * 2
if torch.rand(()) > 0.5:
    h.register_hook(lambda g: g * 2)
h.sum().backward()

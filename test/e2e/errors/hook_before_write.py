# A hook of what a tensor was before it was changed in place.
# expect: COMPILE ERROR 8 hook
import torch
w = torch.ones(3, requires_grad=True)
h = w * 2
h.register_hook(lambda g: g * 2)
h.add_(1)
h.sum().backward()

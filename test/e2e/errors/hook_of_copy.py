# A copy is known by the same value as what it was made of.
# expect: COMPILE ERROR 8 hook

import torch
w = torch.ones(3, requires_grad=True)
h = w.clone()
h.register_hook(lambda g: g * 2)
h.sum().backward()

# The tensors of a loop that is done are gone, and so are their hooks.
# expect: COMPILE ERROR 11 hook
import torch

w = torch.ones(3, requires_grad=True)
total = torch.zeros(())
for i in range(5):
    h = w * w
    h.register_hook(lambda g: g * 2)
    total = total + h.sum()
total.backward()

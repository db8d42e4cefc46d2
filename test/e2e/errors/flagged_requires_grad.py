# expect: COMPILE ERROR 10 requires
# What is computed of a leaf that an iteration freezes may require a gradient.
import torch

b = torch.zeros(2, requires_grad=True)
for epoch in range(300):
    if epoch == 1:
        b.requires_grad_(False)
    y = b.sum()
    print(epoch, b.requires_grad, y.requires_grad)

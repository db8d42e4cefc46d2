# expect: COMPILE ERROR 12 requires
# What is computed of the choice depends on the path as the choice does.
import torch

x = torch.tensor([0.5, 2.0])
w = torch.ones(2, requires_grad=True)
if x.sum() > 1:
    z = torch.zeros(2)
else:
    z = w * 2
total = (z + 1).sum()
print(total.requires_grad)

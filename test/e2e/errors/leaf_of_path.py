# expect: COMPILE ERROR 10 leaf
import torch

x = torch.tensor([0.5, 2.0])
w = torch.ones(2, requires_grad=True)
if x.sum() > 1:
    z = torch.zeros(2, requires_grad=True)
else:
    z = w * 2
print(z.is_leaf)

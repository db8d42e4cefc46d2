# expect: COMPILE ERROR 11 several
import torch

x = torch.rand(2)
if x[0] > 0.5:
    a = torch.zeros(2)
    b = a
else:
    a = torch.ones(2)
    b = torch.ones(2)
a.add_(1)
print(b)

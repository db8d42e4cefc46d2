# expect: COMPILE ERROR 5 reshap
import torch

x = torch.ones(2, 3)
y = x.reshap(3, 2)
print(y)

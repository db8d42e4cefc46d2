# expect: COMPILE ERROR 6 flag
import torch

a = torch.ones(2)
b = torch.zeros(2) if torch.rand(1).item() > 0.5 else a
print(b is a)

# expect: COMPILE ERROR 5 torch.Generator
import torch

x = torch.zeros(3)
print(torch.randn(3, generator=x))

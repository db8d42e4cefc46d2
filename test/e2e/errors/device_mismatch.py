# expect: COMPILE ERROR 6 device
import torch

a = torch.ones(2, device="cuda:0")
b = torch.ones(2, device="cuda:1")
print(a + b)

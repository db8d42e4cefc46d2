# expect: COMPILE ERROR 8 options
import torch

x = torch.randn(3)
if x.sum() > 0:
    torch.set_printoptions(precision=2)
print("begin", x.shape)
print(x)

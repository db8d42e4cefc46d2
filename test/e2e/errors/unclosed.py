# expect: COMPILE ERROR 4
import torch

print(torch.ones([1, 2)

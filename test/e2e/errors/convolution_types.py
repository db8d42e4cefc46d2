# The element types differ.
import torch
import torch.nn.functional as F

w = torch.randn(6, 3, 3, 3, dtype=torch.float64)
print(F.conv2d(torch.randn(2, 3, 5, 5), w).shape)

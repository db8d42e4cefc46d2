# The kernel is larger than the input.
import torch
import torch.nn.functional as F

n = int(torch.randint(4, 5, (1,)))
w = torch.randn(6, 3, 3, 3)
print(F.conv2d(torch.randn(2, 3, n, 5), w).shape)
print(F.conv2d(torch.randn(2, 3, n - 2, 5), w).shape)

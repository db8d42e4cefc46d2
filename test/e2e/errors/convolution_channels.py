# The run decides how many channels there are.
import torch
import torch.nn.functional as F

n = int(torch.randint(4, 5, (1,)))
w = torch.randn(6, 3, 3, 3)
print(F.conv2d(torch.randn(2, n - 1, 5, 5), w).shape)
print(F.conv2d(torch.randn(2, n, 5, 5), w).shape)

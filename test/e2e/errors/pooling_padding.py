# The padding is larger than half of the kernel.
import torch
import torch.nn.functional as F

print(F.max_pool2d(torch.ones(2, 3, 8, 8), 3, padding=1).shape)
print(F.max_pool2d(torch.ones(2, 3, 8, 8), 3, padding=2).shape)

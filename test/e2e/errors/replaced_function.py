# expect: COMPILE ERROR 6 replaced
# Modules of PyTorch call this function.
import torch
import torch.nn.functional as F

F.relu = lambda x: x
print(torch.nn.ReLU()(torch.ones(1)))

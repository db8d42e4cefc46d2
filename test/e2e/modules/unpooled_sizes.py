# Sizes that max_unpool2d may be asked for.
import torch
import torch.nn as nn
import torch.nn.functional as F
x = torch.arange(32.0).reshape(1, 2, 4, 4)
y, i = F.max_pool2d(x, 2, 2, return_indices=True)
print(F.max_unpool2d(y, i, 2, 2, output_size=(5, 5)))
print(F.max_unpool2d(y, i, 2, 2, output_size=x.shape))
print(nn.MaxUnpool2d(2, 2)(y, i, output_size=x.size()).sum())
for size in ((6, 4), (4,), [4, 2], (1, 2, 3)):
    try:
        print(F.max_unpool2d(y, i, 2, 2, output_size=size).shape)
    except ValueError as error:
        print(error)

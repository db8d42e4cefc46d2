import torch

x = torch.ones(3)
i = 0
while x.sum() > 2:
    i = i + 2
print("behind")

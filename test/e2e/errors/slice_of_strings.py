# Bounds of a slice are ints.
import torch

x = torch.arange(4)
print(x[1:3])
print(x["0":"1"])

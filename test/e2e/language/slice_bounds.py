# Bounds of slices of lists: tensors of one element, bools, None, and what only the run knows.
import torch
v = [1, 2, 3, 4]
n = torch.tensor(2)
k = int(torch.ones(2).sum())
print(v[:n], v[:k], v[k:None], v[-k:], v[::k])
print(v[:True])

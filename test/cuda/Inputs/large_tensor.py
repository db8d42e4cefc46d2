# A tensor has more elements than kernels can count, which only the run knows.
import torch

n = int(torch.tensor([50000]).sum())
parts = []
for i in range(2):
    parts.append(torch.empty(n, n, dtype=torch.int8, device="cuda:0"))
print(parts[n - 50000].shape)
print(parts[1][0].max())

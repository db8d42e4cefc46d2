import torch

x = torch.ones(3)
counts = {i: i for i in range(int(x.sum()))}
print("begin", len(counts))
for key in counts:
    counts[key + 10] = 1
print("never")

# A kernel has more steps than it can count, which only the run knows.
import torch

n = int(torch.tensor([60000]).sum())
a = torch.ones(n, device="cuda:0")
print((a[:, None] * a[None, :]).sum())

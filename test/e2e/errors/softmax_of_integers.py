# Softmax of integers fails when it runs, as in PyTorch; a dtype is what it needs.
import torch

x = torch.arange(6).reshape(2, 3)
print(torch.softmax(x, 1, dtype=torch.float32).sum(1))
print(torch.log_softmax(x, 0))

# expect: COMPILE ERROR 5 contiguous
import torch

n = int(torch.tensor(3).item())
print(torch.zeros(4, 3)[:, :n].is_contiguous())

# expect: COMPILE ERROR 8 contiguous
import torch

n = int(torch.tensor(3).item())
q = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
for i in range(n):
    q.t_()
print(q.is_contiguous())

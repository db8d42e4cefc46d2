# expect: COMPILE ERROR 10 detach
import torch

data = torch.arange(12.0).view(4, 3)
rows = []
for i in range(int(data.sum()) - 63):
    rows.append(data[i] * 2)
first = rows[0]
print(first)
first.requires_grad_()

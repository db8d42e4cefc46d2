# A variable that has one of three ranks.
# expect: COMPILE ERROR 6 dimensions
import torch
x = torch.arange(6.).reshape(2, 3) + torch.zeros(3)
n = int(x[0, 2])
for i in range(n):
    x = x.sum(-1) if i > 0 else x.reshape(1, 2, 3)
print(x)

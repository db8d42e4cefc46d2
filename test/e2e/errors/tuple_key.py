# expect: COMPILE ERROR 7 type
# A new key of several numbers that only the run knows.
import torch

table = {(0, 0): 1}
i = 0
while torch.rand(1).item() < 0.5:
    table[i, 1] = i
    i += 1
print(len(table))

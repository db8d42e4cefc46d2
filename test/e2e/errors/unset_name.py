import torch
x = torch.arange(4.)
for i in range(3):
    if x[i] > 0:
        print(i, previous)
    if x[i] > 5:
        previous = i

# What the last iteration has put into a list is changed behind the loop.
# expect: COMPILE ERROR 10 kept
import torch

x = torch.tensor([1.0, 2.0])
h, outs = torch.zeros(2), []
for i in range(int(x[1])):
    h = h + x
    outs.append(h)
h.add_(1)
print(outs, h)

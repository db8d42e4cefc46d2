# expect: COMPILE ERROR 10 cuda:1
# The message names the devices: that it is a tensor before and behind an
# iteration says nothing.
import torch

n = int((torch.arange(9) < 3).sum())
x = torch.zeros(2)
y = torch.ones(2).to("cuda:1")
print(x)
for i in range(n):
    x = y * 2
print(x)

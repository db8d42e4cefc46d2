# expect: COMPILE ERROR 10 list
# A tensor that a loop's iteration leaves in a list is changed behind it.
import torch

x = torch.tensor([1.0, 2.0])
t, xs = torch.zeros(2), []
for i in range(int(x[1])):
    t = torch.zeros(2)
    xs = [t]
t.add_(1)
print(xs)

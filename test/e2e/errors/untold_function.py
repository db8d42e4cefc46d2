# Which function it is, two constructs decide.
# expect: COMPILE ERROR 17 fn
import torch

x = torch.tensor([1.0, 0.0])


def one(v):
    return v + 1


fn = one
if x.sum() > 2:
    fn = torch.exp
for i in range(int(x[1])):
    fn = torch.exp
print(fn(x))

# Which object a dict has, two constructs decide.
# expect: COMPILE ERROR 19 object
import torch

x = torch.tensor([1.0, 0.0])


class Box:
    def __init__(self, n):
        self.n = n


o = Box(1)
d = {"a": Box(5)}
if x.sum() > 2:
    d["a"] = o
for i in range(int(x[1])):
    d["a"] = o
print(d["a"].n)

# A shared variable that is one object on one path and another one on the other.
# expect: COMPILE ERROR 24 object
import torch


class Box:
    def __init__(self, value):
        self.value = value


best = Box(torch.zeros(2))


def replace(x):
    global best
    best = Box(x)


x = torch.rand(2)
first = best
if x.sum() > 1:
    replace(x)
print(first.value)
print(best.value)

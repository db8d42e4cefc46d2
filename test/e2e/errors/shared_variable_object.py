# A shared variable that is an object of one class on one path and of another one on the other.
# expect: COMPILE ERROR 29 'Square'
import torch


class Box:
    def __init__(self, value):
        self.value = value


class Square:
    def __init__(self, value):
        self.value = value


best = Box(torch.zeros(2))


def replace(x):
    global best
    best = Square(x)


x = torch.rand(2)
first = best
if x.sum() > 1:
    replace(x)
print(first.value)
print(best.value)

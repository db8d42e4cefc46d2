"""The attributes of a class that is the first object of its program."""


class Counter:
    made = 0
    names = ()

    def __init__(self, name):
        Counter.made += 1
        Counter.names += (name,)


Counter("a")
Counter("b")
Counter.made *= 10
print(Counter.made, Counter.names)

import torch

if torch.tensor([1.0])[0] > 0:
    Counter.made += 1
print(Counter.made)

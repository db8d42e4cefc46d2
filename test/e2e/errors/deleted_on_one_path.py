# What one path alone deletes is not there for what reads it behind.
# expect: COMPILE ERROR 19 attribute
import torch


class Box:
    pass


def f(x):
    box = Box()
    box.value = x
    box.other = x
    if x.sum() > 2:
        del box.value
    return box


print(f(torch.ones(3)).value.sum())

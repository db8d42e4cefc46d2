# A function reads a variable of the file that only some path sets.
import torch


def set_it(x):
    global value
    value = x


x = torch.ones(2)
if x.sum() > 1:
    set_it(x)
print(value)


def forget():
    global value
    del value


forget()
print(value)

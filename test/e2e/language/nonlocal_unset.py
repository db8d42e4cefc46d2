# A function reads a variable of the function around it before that sets it.
import torch


def outer(x):
    def look():
        return value

    if x.sum() > 100:
        value = 1
    print("before")
    return look()


print(outer(torch.ones(2)))

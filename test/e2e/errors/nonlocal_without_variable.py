# `nonlocal` needs a variable of a function around.
# expect: COMPILE ERROR 10 variable
import torch

n = torch.ones(1)


def outer():
    def inner():
        nonlocal n
        n = n + 1

    inner()


outer()

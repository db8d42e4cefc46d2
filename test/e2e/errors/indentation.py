# expect: COMPILE ERROR 7
import torch


def f(x):
    y = x
      z = y
    return z

# expect: COMPILE ERROR 13 __exit__
# What only the run finds out to fail ends the program: a manager may not have to see it.
import torch


class Suppress:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        return kind is not None

with Suppress():
    n = int(torch.arange(4.).sum())
    print(torch.arange(4.)[:2].reshape(n))

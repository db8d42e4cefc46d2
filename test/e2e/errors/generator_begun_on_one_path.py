# A generator that next() begins where only the run knows whether it does.
# expect: COMPILE ERROR 16 begun
import torch


def numbers():
    n = 0
    while True:
        yield n
        n += 1


count = numbers()
for x in torch.rand(4):
    if x > 0.5:
        print(next(count))

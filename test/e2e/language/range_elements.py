# Elements and parts of ranges, from both ends, and beyond them.
from collections.abc import Sequence

import torch

r = range(3)
print(r[0] == 0, r[-1] == 2, len(r), r[-1], range(2, 10, 3)[-1])
print(isinstance(r, Sequence))
n = int(torch.randint(4, 5, ()))
print(r[1:], r[::-1], r[-2:], range(10)[2:9:3], range(10, 0, -3)[1:], range(10)[::3], range(0, 10, 2)[-2:1:-1])
rr = range(1, n * 3, 2)
print(rr[n - 1], rr[-1], rr[n - 6], rr[0])
print(r[n - 2], r[n - 5])
try:
    print(r[3])
except IndexError as e:
    print(e)
try:
    print(r[-4])
except IndexError as e:
    print(e)


def ends(v):
    match v:
        case [a, *m, b]:
            return (a, m, b)


print(ends(range(5)), ends(range(n)))

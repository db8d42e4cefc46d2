# `*` of so many items as only the run knows in front of other arguments, and twice.
# arguments: 1 2
# arguments: 5
# arguments:
import sys


def scaled(*a, k=2):
    return [k * x for x in a]


def parts(first, *rest, last=None):
    return first, len(rest), rest, last


class Kept:
    def __init__(self, *xs):
        self.xs = xs


vals = [int(x) for x in sys.argv[1:]]
print(scaled(*vals, 1), scaled(0, *vals, 1), scaled(*vals, *vals, k=3), scaled(*vals, *(7, 8)))
print(parts(7, *vals, 9, last=4), parts(*vals, 9))
print(Kept(*vals, 3).xs)
print(max(*vals, 4, 0), min(3, *vals, 2), max(1, *vals, 2, key=lambda x: -x), max(*vals, *vals, -1, 0))

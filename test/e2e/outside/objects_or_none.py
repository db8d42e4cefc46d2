# Objects that one path alone makes, of numbers that only the run knows: a variable, an
# attribute, a part of a tuple or what a function returns is else None.
# arguments:
# arguments: a
# arguments: ab c
# arguments: abc d e
import sys
import torch


class Conn:
    def __init__(self, n):
        self.n = n
        self.t = torch.ones(2) * n
        self.log = []

    def up(self):
        self.n += 1
        self.log.append(self.n)
        return self


class Holder:
    def __init__(self):
        self.c = None
        self.p = (None, 1)


def find(k):
    if k > 2:
        return Conn(k)
    return None


def deep(k):
    if k > 1:
        if k > 2:
            c = Conn(k * 2)
            return c.up()
        return None
    return None


def connect(s):
    n = len(s)
    if n < 2:
        raise RuntimeError(f"short: {n}")
    return Conn(n)


c = None
k = len(sys.argv)
if k > 1:
    n = len(sys.argv[1])
    if n > 1:
        c = Conn(n + 1)
        c.up()
if c is not None:
    print(c.n, c.t, c.log)
    if k > 2:
        c.up()
    print(c.n, c.log)
f = find(k)
if f is not None:
    f.up()
    print(f.n, f.t, f.log)
g = deep(k)
if g:
    print(g.n, g.up().n, g.log)
h = Holder()
if k > 1:
    h.c = Conn(k)
    h.d = h.c
    h.p = (h.c, k)
if h.c is not None:
    print(h.c.n, h.p[1], h.c.up().n)
    print(h.p[0].n)
c = None
try:
    c = connect(sys.argv[1])
    c.log.append(k)
except RuntimeError as error:
    print(error)
finally:
    if c is not None:
        print(c.n, c.log)
    else:
        print("none")

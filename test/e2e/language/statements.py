# assert, raise that is not reached, with, time, chained and augmented assignments,
# del, pass, docstrings, global constants in Python code.
import time

import torch

SIZE = 3
start = time.time()


@torch.jit.script
def checks(x: torch.Tensor, n: int) -> torch.Tensor:
    """The documentation of a function."""
    assert n > 0, "n must be positive"
    assert x.dim() == 1
    if n > 100:
        raise ValueError("n is too big: {}".format(n))
    pass
    a = b = n
    a += 1
    c, d = a, b
    c *= 2
    d **= 2
    y = x.clone()
    y += c
    y[0] = -1
    y[1:] *= 2
    del a
    with torch.no_grad():
        z = y * d
    return z


class Logger:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, value, trace):
        print("exit", self.name)


print(checks(torch.zeros(SIZE), 2))
with Logger("outer") as log, Logger("inner"):
    print(log.name)
with torch.no_grad():
    w = torch.ones(2, requires_grad=True) * 2
print(w.requires_grad, torch.ones(1, requires_grad=True).mul(2).requires_grad)
elapsed = time.time() - start
print(elapsed >= 0, elapsed < 100)
a = b = [1]
b.append(2)
print(a, a is b, a == [1, 2])
v = {"k": [1, 2]}
v["k"][0] += 10
del v["k"][1]
print(v)
assert v, "not empty"

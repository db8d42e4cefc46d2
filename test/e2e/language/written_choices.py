# Writes in place to a tensor that a branch chose reach the one it chose, and the other way round.
import torch


class Box:
    def __init__(self, a):
        self.a = a


def choose(x, a, b):
    if x.sum() > 2:
        return a
    return b


for values in ([1.0, 2.0], [1.0, 0.0]):
    x = torch.tensor(values)
    t = torch.zeros(2)
    u = torch.ones(3, 2)
    y = u[1]
    if x.sum() > 2:
        y = t
    y.add_(5)
    print(t, u, y)
    t.mul_(2)
    print(t, u, y)
    u.fill_(7)
    print(t, u, y)

    # Both are views of one storage.
    v = u[0] if x.sum() > 2 else u[2]
    v -= 3
    print(u, v)

    box = Box(torch.ones(2))
    if x.sum() > 2:
        box.a = t
    t.add_(1)
    box.a[0] = 50
    print(box.a, t)

    a = torch.zeros(2)
    b = torch.full((2,), 4.0)
    w = choose(x, a, b)
    w.sub_(1)
    print(a, b, w)
    if x.sum() > 2:
        w.add_(8)
    print(a, b, w)

    # Of a square, the transposed one, too.
    m = torch.arange(4.0).view(2, 2)
    n = m.t() if x.sum() > 2 else m
    n[0, 1] = 9
    print(m, n)

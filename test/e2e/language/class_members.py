# Setters of properties, and methods under a second name.
import torch


class Opt:
    def __init__(self, lr):
        self._lr = lr
        self.writes = 0

    @property
    def lr(self):
        return self._lr

    @lr.setter
    def lr(self, value):
        if value <= 0:
            raise ValueError("lr must be positive")
        self._lr = value
        self.writes += 1


class Slow(Opt):
    @property
    def half(self):
        return self.lr / 2


o = Slow(0.1)
o.lr = 0.05
for i in range(100):
    o.lr = o.lr * 0.99
print("%.6f" % o.lr, o.writes, "%.6f" % o.half)


class Scaled:
    def __init__(self, v):
        self.v = v

    def __mul__(self, other):
        return Scaled(self.v * other)

    __rmul__ = __mul__
    times = __mul__


print((0.5 * Scaled(3.0)).v, (Scaled(torch.ones(2)) * 2).times(3).v)


class Fast(Opt):
    @Opt.lr.setter
    def lr(self, value):
        self._lr = 10 * value

    @property
    def rate(self):
        return self._lr

    @rate.setter
    def set_rate(self, value):
        self._lr = value


f = Fast(1.0)
f.lr = 2.0
f.set_rate = f.lr + 1
print(f.lr, f.rate, f.set_rate, f.writes)
o.lr = -1.0

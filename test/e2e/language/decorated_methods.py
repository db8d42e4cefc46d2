# Decorators of the program on methods: what their functions take along.
import functools
import torch
import torch.nn as nn


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print("call", function.__name__, len(args), sorted(kwargs))
        result = function(*args, **kwargs)
        print("done", wrapper.__name__)
        return result
    return wrapper


def scaled(factor, *, offset=0.0):
    def decorator(function):
        def wrapper(self, x):
            return function(self, x) * factor + offset
        return wrapper
    return decorator


def repeated(times):
    def decorator(function):
        @functools.wraps(function)
        def wrapper(self, x, *rest):
            for _ in range(times):
                x = function(self, x, *rest)
            return x
        return wrapper
    return decorator


def counted(function):
    calls = 0

    def wrapper(*args):
        nonlocal calls
        calls += 1
        return function(*args) + calls
    return wrapper


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self._rate = 0.5

    @logged
    def forward(self, x, shift=0.0):
        return self.step(self.linear(x)) + shift

    @logged
    @scaled(2.0, offset=1.0)
    def step(self, x):
        return torch.tanh(x)

    @repeated(3)
    def grow(self, x, by):
        return x + by

    @counted
    def numbered(self, x):
        return x * 10

    @property
    @logged
    def rate(self):
        return self._rate

    @rate.setter
    @logged
    def rate(self, value):
        self._rate = value

    @staticmethod
    @logged
    def plain(x):
        return x - 1

    @classmethod
    @logged
    def named(cls, text):
        return cls.__name__ + text

    @torch.no_grad()
    @logged
    def quiet(self, x):
        return self.linear(x)

    @logged
    @torch.no_grad()
    def silent(self, x):
        return self.linear(x)


class Deeper(Net):
    @scaled(10)
    def step(self, x):
        return super().step(x) - 1

    @classmethod
    def named(cls, text):
        return "deeper " + super().named(text)

    @property
    def rate(self):
        return super().rate * 2


torch.manual_seed(0)
for net in (Net(), Deeper()):
    x = torch.ones(2, 3)
    y = net(x, shift=0.25)
    print(y)
    y.sum().backward()
    print(net.linear.bias.grad)
    print(net.grow(1, 5), net.numbered(1), net.numbered(1))
    print(net.rate, net.plain(3), type(net).plain(4), net.named("!"), type(net).named("?"))
    print(net.quiet(x).requires_grad, net.silent(x).requires_grad, net.linear(x).requires_grad)
    print(net.forward.__name__, net.step.__name__, net.grow.__name__)
net = Net()
net.rate = 3
print(net.rate)
total = torch.zeros(2)
for i in range(int(x.sum()) + 4):
    total = total + net.grow(total, i) + net.plain(i)
print(total)


def bounded(low, high):
    assert low < high

    def decorator(function):
        def wrapper(self, *args):
            return min(max(function(self, *args), low), high)
        return wrapper
    return decorator


def make(low):
    class Gauge:
        def __init__(self, value):
            self.value = value

        @bounded(low, low + 2)
        def read(self):
            return self.value + self.extra(1)

        @bounded(0, low)
        def extra(self, n):
            return n * 3

    return Gauge


for value in (-10, 2, 100):
    print(make(1)(value).read(), make(5)(value).read())
read = make(3)(1).read
print(read(), read.__name__)

# What closures see of variables that change, of several levels and of loops.
import torch
x = torch.tensor([1.0, 2.0])


@torch.jit.script
def scripted(a: torch.Tensor) -> torch.Tensor:
    return a * 2


helper = scripted
k = torch.ones(2)


def use(v):
    global helper, k
    k = helper(v)
    return k


print(use(x), k)


class Net(torch.nn.Module):
    def __init__(self, act):
        super().__init__()
        self.act = act

    def forward(self, v):
        return self.act(v)


def build(scale):
    def act(v):
        return v * scale
    net = Net(act)
    scale = scale + 1
    return net


print(build(2)(x))
total = 0
print([(total := total + v) for v in [1, 2, 3]], total)


def walrus(vs):
    last = 0

    def see():
        return last
    r = [(last := v) for v in vs]
    return see(), r


print(walrus([4, 5]))


def gen(n):
    fs = []
    for i in range(n):
        def f(a, i=i):
            return a + i
        fs.append(f)
    return [f(1) for f in fs]


print(gen(3))


def outer():
    v = 1

    def mid():
        v = 2

        def inner():
            nonlocal v
            v += 5
            return v
        return inner(), v
    return mid(), v


print(outer())


def swap(a, b):
    def do():
        nonlocal a, b
        a, b = b, a
    for _ in range(int(x.sum())):
        do()
    return a, b


print(swap(x, x + 1), swap(1, 2))


def many():
    for i in range(3):
        for j in range(2):
            f = lambda: (i, j)
        print(f())
    return f()


print(many())

# Patterns ask a property once, also where only the run knows which case it is; matches in functions, generators and loops.
import torch

n = int(torch.randint(4, 5, ()))


class Noisy:
    __match_args__ = ("a", "b")

    def __init__(self, a, b):
        self._a = a
        self._b = b

    @property
    def a(self):
        print("a asked")
        return self._a

    @property
    def b(self):
        print("b asked")
        return self._b


def f(v):
    match v:
        case Noisy(3, x):
            print("three", x)
        case Noisy(4, b=5):
            print("four five")
        case Noisy(4, b=x) if x > 3:
            print("four", x)
        case Noisy(a=2) | Noisy(a=4, b=3):
            print("or")
        case Noisy(a=2, b=x) | Noisy(a=1, b=x):
            print("or", x)
        case _:
            print("none")


f(Noisy(n, 2))
f(Noisy(n, 5))
f(Noisy(n, 4))
f(Noisy(n - 1, 7))
f(Noisy(n, 3))
f(Noisy(n - 2, 3))
f(Noisy(n - 3, 8))
f(Noisy(n + 3, 8))
for i in range(n):
    f(Noisy(i, n))


class Lazy:

    def __getattr__(self, name):
        print("get", name)
        if name == "gone":
            raise AttributeError(name)
        return 7


match Lazy():
    case Lazy(gone=1):
        print("gone")
    case Lazy(x=6):
        print("six")
    case Lazy(x=7):
        print("seven")


class Optional_:

    def __init__(self):
        self.v = None

    @property
    def w(self):
        return self.v


o = Optional_()
match o:
    case Optional_(w=None):
        print("none")
o.v = 3
match o:
    case Optional_(w=None):
        print("none")
    case Optional_(w=3):
        print("3")


def gen():
    for k in range(3):
        match k:
            case 0:
                yield "zero"
            case x:
                yield x


print(list(gen()))


def rec(t):
    match t:
        case ["add", a, b]:
            return rec(a) + rec(b)
        case ["neg", a]:
            return -rec(a)
        case int(v):
            return v


print(rec(("add", 1, ("neg", ("add", 2, 3)))))
try:
    match 5:
        case 5:
            raise ValueError("five")
except ValueError as e:
    print(e)
with torch.no_grad():
    match n:
        case 4:
            print("four")
x = [1, 2, 3]
match x:
    case [a, b, c]:
        x.append(a + b + c)
print(x)


def glob():
    global gx
    match (7, 8):
        case [gx, _]:
            pass


glob()
print(gx)


def outer():
    v = 1

    def inner():
        nonlocal v
        match [5]:
            case [v]:
                pass
    inner()
    return v


print(outer())

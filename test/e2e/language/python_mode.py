# Functions and classes as Python runs them: defaults, star arguments, closures,
# lambdas, inheritance, super, class attributes, recursion.
import torch


def power(base, exponent=2, *, negate=False):
    result = base ** exponent
    return -result if negate else result


def gather(*args, **kwargs):
    return args, kwargs


def make_adder(n):
    def add(x):
        return x + n
    return add


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


def outer(values, fn=lambda v: v * 2):
    return [fn(v) for v in values]


class Shape:
    sides = 0
    names = {}

    def __init__(self, name, **extra):
        self.name = name
        self.extra = extra

    def area(self):
        return 0.0

    def describe(self):
        return f"{self.name} {self.sides} {self.area():.2f} {self.extra}"


class Square(Shape):
    sides = 4

    def __init__(self, size, **extra):
        super().__init__("square", **extra)
        self.size = size

    def area(self):
        return self.size ** 2


class Big(Square):
    def area(self):
        return super().area() * 100


print(power(3), power(2, 3), power(2, negate=True), power(exponent=1, base=9))
print(gather(1, *[2, 3], a=4, **{"b": 5}), gather())
print(make_adder(3)(4), outer([1, 2]), outer([1, 2], str), factorial(10))
print(Square(2, color="red").describe(), Big(1.5).describe(), Shape("none").describe())
print(isinstance(Big(1), Shape), isinstance(3, (int, str)), hasattr(Big(1), "size"), getattr(Big(7), "size"))
functions = {"relu": torch.relu, "neg": lambda t: -t}
for name, f in functions.items():
    print(name, f(torch.tensor([-1.0, 2.0])))
layers = [torch.nn.Linear(2, 2, bias=False) for _ in range(2)]
print(len(layers), layers[0].weight.shape, type(3) is int)
x, (y, z) = 1, (2, 3)
x, y = y, x
print(x, y, z, [i for i in range(3)][-1], "if" if x > y else "else")
if __name__ == "__main__":
    print("main")

# A variable that is a number on one path of the data and a text on another.
import torch

torch.manual_seed(0)
values = torch.rand(6)
some = bool(values[0] > 0.4)
none = bool(values[0] > 2)


class Meter:
    def __init__(self):
        self.best = "-"

    def update(self, value):
        if self.best == "-" or value > self.best:
            self.best = value


def describe(value, pad=3):
    if isinstance(value, str):
        return value.upper()
    return value + pad


def pair(flag):
    if flag:
        return None, "text"
    return 1, 2


for flag in (some, none):
    x = 1 if flag else "one"
    print(x, f"{x:>5}|{x!r}|", describe(x), type(x).__name__)
    if isinstance(x, str):
        for letter in x:
            print(letter, end=".\n")
    elif x > 0:
        print("positive", -x, x // 2)
    print(x == "one", x == 1, x is None, not x, x and "more")
    print(x * 2, x in {1: 2}, x in ("one", 2), x is x)
    first, second = pair(flag)
    print(first, second, pair(flag))
    if x == "one":
        x = 5
    print(x)

meter = Meter()
previous = "nothing"
for i, value in enumerate(values.tolist()):
    meter.update(value)
    print(i, previous)
    previous = i if value > 0.4 else "small"
print(f"{meter.best:.4}", previous)

labels = [i if value > 0.4 else "-" for i, value in enumerate(values.tolist())]
print(labels, len(labels))
for label in labels:
    match label:
        case int():
            print("number", label + 1)
        case "-":
            print("none")


def scaled(scale, x):
    return x * scale if isinstance(scale, int) else x


print(scaled(2 if some else "none", torch.ones(2)), scaled("a" if none else 3, torch.ones(2)))

x = 2 if none else "end"
print(x[0], x.upper(), "n" in x)
print(x < 3)

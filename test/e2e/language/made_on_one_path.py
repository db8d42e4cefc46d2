# What a call returns where a handler catches the error of its other path: objects that
# exist at compile time only, iterators, and what they hold.
import torch


class Total:
    def __init__(self, numbers):
        self.sum = sum(numbers)
        self.parts = [self.sum, len(numbers)]

    def add(self, number):
        self.sum += number
        return self


def total(numbers):
    if len(numbers) == 0:
        raise ValueError("nothing")
    return Total(numbers)


def both(numbers):
    if len(numbers) == 0:
        raise ValueError("nothing")
    return iter([sum(numbers), len(numbers)]), Total(numbers)


def pairs(numbers):
    if len(numbers) == 0:
        raise ValueError("nothing")
    return zip([sum(numbers), len(numbers)], numbers)


def module(width):
    if width > 3:
        raise ValueError("wide")
    layer = torch.nn.Linear(2, 2)
    torch.nn.init.constant_(layer.weight, float(width))
    torch.nn.init.zeros_(layer.bias)
    return layer


for given in ([1, 2, 3], [], [4, 5]):
    numbers = [n for n in given if int(torch.tensor(n)) > 0]
    try:
        found = total(numbers)
        found.add(10)
        print(found.sum, found.parts)
        (a, b), again = both(numbers)
        print(a, b, again.sum, again is found)
        for x, y in pairs(numbers):
            print(x, y)
        layer = module(int(torch.tensor(len(numbers))))
        out = layer(torch.ones(1, 2)).sum()
        out.backward()
        print(out.item(), layer.weight.grad)
    except ValueError as error:
        print(error)

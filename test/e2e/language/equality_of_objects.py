# Objects that say when they are equal, in lists and as keys; dataclasses, members of enums and
# tuples in lists of the run.
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import torch


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

    def __hash__(self):
        return hash((self.x, self.y))


class Plain:
    pass


points = [Point(1, 2), Point(3, 4)]
print(Point(3, 4) in points, Point(4, 3) in points, Point(1, 2) not in points)
print(points.count(Point(1, 2)), points.index(Point(3, 4)), [Point(1, 2)] == points[:1])
names = {Point(1, 2): "a", Point(3, 4): "b"}
print(names[Point(3, 4)], names.get(Point(5, 6), "none"), Point(1, 2) in names)
for i in range(4):
    names[Point(i % 2, 0)] = str(i)
print(len(names), list(names.values()), len({Point(1, 1), Point(1, 1), Point(2, 1)}))
print(names.pop(Point(0, 0)), len(names), (Point(1, 2), 3) in {(Point(1, 2), 3): 0})
p = Plain()
print(p in [Plain(), p], Plain() in [p], p in {p: 1})


@dataclass
class Config:
    rate: float = 0.5
    name: str = "a"


print(Config() == Config(0.5, "a"), Config() != Config(), Config() == Config(0.1), Config(0.1) in [Config(), Config(0.1)])


class Side(Enum):
    LEFT = 1
    RIGHT = 2


sides = [Side.LEFT if v < 2 else Side.RIGHT for v in torch.arange(5).tolist()]
print(sides.count(Side.RIGHT), Side.LEFT in sides, sides.index(Side.RIGHT), [side is Side.LEFT for side in sides])
sides.remove(Side.LEFT)
print(sides)
pairs = [(v, v * 0.5) for v in torch.arange(4).tolist()]
print((2, 1.0) in pairs, (2, 2.0) in pairs, pairs.index((1, 0.5)), pairs.count((0, 0.0)))
maybe = sides[0] if torch.ones(1).item() > 2 else None
print(maybe is Side.LEFT, maybe is None)


class Money:
    def __init__(self, cents):
        self.cents = cents

    def __eq__(self, other):
        return self.cents == other


@dataclass
class Item:
    name: str
    weight: int = 2

    def __post_init__(self):
        self.name = self.name.upper()
        self.ratio = self.weight / 4


class Pair(NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Pair(self.x + other.x, self.y + other.y)

    def __len__(self):
        return 99


money = Money(3)
print(money == 3, 3 == money, 3 != money, money in (1, 3), 3 in [money], 4 in [money])
print(Item("rope").name, Item("rope", 3).ratio, Pair(1, 2) + Pair(3, -1), len(Pair(1, 2)))
whole = torch.arange(4).tolist()
parts = [v * 0.5 for v in whole]
texts = [str(v) for v in whole]
print(1.0 in whole, 1 in parts, True in whole, "1" in texts, 1.5 in whole, whole.count(True), parts.index(1))
print("a" in whole, 1 in texts, None in whole, whole.count("a"), [1] in [[v % 2] for v in whole])


class Left:
    pass


class Right:
    def __eq__(self, other):
        return isinstance(other, Left)


# An item is the element itself or equal to it; the right side is asked where
# the left one has no __eq__.
left = Left()
tensors = [torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])]
print(tensors[0] in tensors, tensors.index(tensors[0]))
print(left == Right(), Right() == left, left in [Right()], left in [Left()], [Left(), left].count(left))
print(None in (1, None), 2 in (1, "2"), [1] in [[2], [1]], (1, 2) in [(1, 2), 3], True in ["1", 1.0])
print(pairs.index((9, 9.0)))

# Statements `match`: what is known when the program is compiled, and what only the run knows.
import enum
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import NamedTuple, Optional

import torch


@dataclass
class Point:
    x: int
    y: int
    name: str = field(default="p", kw_only=True)


class Pair(NamedTuple):
    first: object
    second: object


class Box:
    __match_args__ = ("content",)

    def __init__(self, content=None):
        if content is not None:
            self.content = content


class Color(enum.Enum):
    RED = 1
    GREEN = 2


class Limits:
    low = 2
    high = 7


def kind(value):
    match value:
        case None:
            return "nothing"
        case True | False:
            return "a truth"
        case 0 | 1 | -2:
            return "a small number"
        case 1.5:
            return "one and a half"
        case "a" | "b" "c" as text:
            return "text " + text
        case Color.RED:
            return "red"
        case Color():
            return "another color"
        case int(n) | float(n) if n > 100:
            return f"large {n}"
        case int():
            return "a number"
        case str(text):
            return "other text " + text
        case []:
            return "empty"
        case [x]:
            return f"one: {x}"
        case [Point(x=0), *rest]:
            return f"from the axis, {len(rest)} more"
        case (1, x, _) | (x, 1, _):
            return f"three with 1 and {x}"
        case [first, *middle, last] if first == last:
            return f"ends alike around {middle}"
        case [_, _, *_]:
            return "two or more"
        case {"op": "add", "of": [a, b], **rest}:
            return f"{a} + {b}, {rest}"
        case {"op": str(op)}:
            return "operation " + op
        case {}:
            return "a mapping"
        case Point(0, 0):
            return "origin"
        case Point(0, y) | Point(y, 0):
            return f"on an axis at {y}"
        case Point(x, y, name="q"):
            return f"q at {x}, {y}"
        case Point(x=px) as p if px == p.y:
            return f"diagonal {px}"
        case Point():
            return "a point"
        case Box(Box(inner)):
            return f"box in a box with {inner}"
        case Box(content):
            return f"box with {content}"
        case _:
            return "something else"


for value in (None, True, False, 0, 1, -2, 2, 101, 1.5, 2.5, 200.5, "a", "bc", "d", Color.RED, Color.GREEN, [], (),
              [4], (5,), [Point(0, 3), 1], (1, 2, 3), (2, 1, 3), [7, 8, 9, 7], [7, 8, 9], Pair(1, 2), Pair(3, 3),
              {"op": "add", "of": [1, 2], "by": 3}, {"op": "add", "of": [1]}, {"op": 3}, OrderedDict([("op", "mul")]), {},
              Point(0, 0), Point(0, 4), Point(5, 0), Point(5, 6, name="q"), Point(5, 5), Point(5, 6), Box(3),
              Box(Box("in")), Box(), range(3), deque([6])):
    print(kind(value))


# Names keep what they had where a pattern fails.
x = "kept"
match (1, 2):
    case (x, 3):
        print("no", x)
    case (1, y):
        print("y", y, x)
match [1, [2, 3, (4, 5)], {"k": {"l": 6}}]:
    case [_, [b, *c, (d, e)], {"k": {"l": f}}]:
        print(b, c, d, e, f)
match 5, "five":
    case Limits.low | Limits.high, _:
        print("a limit")
    case int(number), str(word):
        print(number, word)


# Numbers of the run.
def classify(n: int, flag: bool):
    match n:
        case 0:
            name = "zero"
        case 1 | 2 | 3:
            name = "few"
        case Limits.high:
            name = "high"
        case k if k < 0:
            name = f"negative {k}"
        case int(k) if flag and k % 2 == 0:
            name = f"even {k}"
        case _:
            name = "many"
    match flag:
        case True:
            return name + "!"
    return name


def two(a: int, b: int):
    match (a, b):
        case (0, 0):
            return 0
        case (0, v) | (v, 0):
            return v
        case (u, v) if u == v:
            return u * v
        case (1, v) if v > 3:
            return -v
        case (u, v) if u > v:
            return u - v
    return 100


total = 0
for i in range(int(torch.randint(11, 12, ()))):
    match i % 4:
        case 0:
            continue
        case 1 if i > 8:
            break
        case 1 | 2:
            total += i
        case rest:
            total += 10 * rest
    total += 1
print(total)
n = int(torch.randint(0, 1, ()))
for k in range(10):
    print(classify(n + k - 1, n == 0), classify(n + k - 1, n != 0))
for a in range(3):
    print([two(n + a, n + b) for b in range(5)])
word = "run" if n == 0 else "stay"
match word:
    case "stay":
        print("stays")
    case "walk" | "run":
        print("moves")


def optional(v: Optional[int]):
    match v:
        case None:
            return 0
        case _:
            return v + 1


print(optional(None if n > 0 else n), optional(None if n == 0 else n))


# A tensor that a branch of the run chooses, and its gradient.
w = torch.tensor([1.0, 2.0], requires_grad=True)
match n:
    case 0:
        loss = (w * w).sum()
    case 1:
        loss = w.sum()
    case _:
        loss = (w * 3).sum()
loss.backward()
print(loss, w.grad)


# A subject is computed once, and `match` and `case` are names elsewhere.
calls = []


def subject():
    calls.append(1)
    return len(calls)


match subject():
    case 5:
        print("five")
    case 2 | 1:
        print("once", calls)
match = {"case": 3}
case = match["case"]
print(match, case)


def generate(commands):
    for command in commands:
        match command.split():
            case ["go", direction]:
                yield direction
            case ["take", *things] if len(things) > 1:
                yield things
            case ["stop"]:
                return
            case other:
                yield other


print(list(generate(["go north", "take a b", "take a", "stop", "go on"])))
try:
    match Point(1, 2):
        case Point(1, 2, 3):
            print("three")
except TypeError as error:
    print(error)

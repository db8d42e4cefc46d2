# Numbers of text, some of them bad, in the middle of statements under `try`.
import sys


def f(x, y):
    return x * y


def parse(s):
    return [int(w) for w in [s]]


class Box:
    def __init__(self):
        self.total = 0
        self.items = []


def as_int(s):
    if s == "none":
        return int("x" + s)
    return int(s)


words = sys.stdin.read().split()
total = 0
good = 0
for s in words:
    try:
        total += int(s)
        good += 1
    except ValueError as e:
        print("bad", e)
print(total, good)
xs = [0.0]
for s in words:
    try:
        xs.append(float(s))
    except ValueError:
        xs.append(-1.0)
print(xs)
d = {"": 0}
for s in words:
    try:
        d[s] = int(s)
    except ValueError:
        print("no number:", s)
print(sorted(d.items()))


def first(s):
    try:
        return int(s)
    except ValueError:
        return -1


def second(s):
    try:
        return f(int(s), 2) + f(2, int(s) - 1)
    except ValueError as e:
        print(e)
    return -2


for s in words:
    print(first(s), second(s))
for s in words:
    try:
        print(int(s))
    except ValueError:
        print("?")
for s in words:
    try:
        if int(s) > 3:
            print("large", s)
        elif int(s) > 1:
            print("medium")
        else:
            print("small")
        print("next")
    except ValueError:
        print("none")
for s, t in zip(words, words[1:]):
    try:
        a, b = int(s), int(t)
        print(a + b)
    except ValueError as e:
        print(e)
for s in words:
    try:
        for x in parse(s):
            print(x, end=" ")
        print()
    except ValueError as e:
        print(e)
box = Box()
for s in words:
    try:
        box.total += int(s)
        box.items.append(int(s))
    except ValueError as e:
        print(box.total, len(box.items))
print(box.total, box.items)
for s in words:
    try:
        print(f"{s}: {int(s):3d}, {float(s):.1f}")
    except ValueError:
        print(f"{s}: -")

# Generators run as far as a loop asks for items.
import itertools
import torch


def numbers(n):
    print("begin")
    for i in range(n):
        print("making", i)
        yield i
        print("made", i)
    print("end")


for n in numbers(3):
    print("got", n)
for n in numbers(3):
    if n == 1:
        break
    print("before", n)
print(n)


def first_above(k):
    for n in numbers(10):
        if n > k:
            return n * 10
    return None


print(first_above(2))


def find(xs, limit):
    for x in walk(xs):
        if x.sum() > limit:
            return x
    return torch.zeros(1)


def walk(xs):
    for i in range(0, xs.size(0), 2):
        yield xs[i:i + 2]


data = torch.arange(8.0)
print(find(data, 4), find(data, 100))
for n in numbers(2):
    if n == 5:
        break
else:
    print("all")
for n in numbers(4):
    if n == 1:
        continue
    if n == 2:
        break
    print("odd", n)
else:
    print("not here")


def endless():
    i = 0
    while True:
        yield i
        i += 1


total = 0
for i in endless():
    if i > 5:
        break
    total += i
print(total, i)


def guarded(n):
    try:
        for i in range(n):
            yield i
    finally:
        print("closed")


for i in guarded(3):
    print(i)
for i in guarded(3):
    if i == 1:
        break
    print(i)


def nested(n):
    for a in guarded(n):
        for b in endless():
            if b > a:
                break
            yield a, b


for a, b in nested(3):
    print(a, b)
    if b == 1:
        break


def both(n):
    yield "first"
    yield from numbers(n)
    yield "last"


for x in both(2):
    print("item", x)


def tree(depth):
    if depth == 0:
        print("leaf")
        return
    print("depth", depth)
    yield depth
    yield from tree(depth - 1)
    yield -depth


for d in tree(2):
    print(d)
for i, x in enumerate(numbers(2), 5):
    print(i, x)
for x, y in zip(numbers(3), "ab"):
    print(x, y)
for x, y in zip([7, 8], numbers(3)):
    print(x, y)
for i, (x, y) in enumerate(zip(range(2), endless())):
    print(i, x, y)
print([x * 2 for x in numbers(2)], list(numbers(1)), sum(numbers(2)), max(numbers(2)))
print({x: y for x, y in zip(numbers(2), range(5))}, sorted(numbers(2)), tuple(numbers(1)))
for x in itertools.islice(endless(), 2, 7, 2):
    print(x)
for x in itertools.islice(numbers(9), 2):
    print(x)
for x in map(lambda v: v * 3, numbers(2)):
    print(x)
for x in filter(lambda v: v % 2, numbers(4)):
    print(x)
for x in itertools.takewhile(lambda v: v < 2, numbers(4)):
    print(x)

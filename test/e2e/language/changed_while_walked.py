# A dict or set that a loop goes over keeps its size; a generator has no end to start from.
from collections import defaultdict

import torch


def attempt(name, action, container):
    try:
        action(container)
        print(name, "done")
    except RuntimeError as error:
        print(name, "caught", error)
    print(sorted(container))


def adds(d):
    for key in d:
        d[key + 10] = 1


def adds_behind(d):
    for place, key in enumerate(d):
        if place == 1:
            d[key + 10] = 1


def adds_and_leaves(d):
    for key in d:
        if key == 1:
            d[key + 10] = 1
            break


def removes(d):
    for key, value in d.items():
        if value == 2:
            del d[key]
            continue
        print(key)


def clears(d):
    for value in d.values():
        d.clear()


def sets(d):
    for key in d:
        d[key] = key + 1


def walks_a_copy(d):
    for key in list(d):
        d[key + 10] = 1


def asks_for_default(d):
    for key in d:
        d[key + 10] += 1


def adds_items(s):
    for item in s:
        s.add(item + 10)


def adds_again(s):
    for item in s:
        s.add(item)


def removes_one(s):
    for item in s:
        s.discard(1)


attempt("adds", adds, {1: 1, 2: 2})
attempt("adds_behind", adds_behind, {1: 1, 2: 2})
attempt("adds_and_leaves", adds_and_leaves, {1: 1, 2: 2})
attempt("removes", removes, {1: 1, 2: 2})
attempt("clears", clears, {1: 1})
attempt("sets", sets, {1: 1, 2: 2})
attempt("walks_a_copy", walks_a_copy, {1: 1, 2: 2})
attempt("asks_for_default", asks_for_default, defaultdict(int, {1: 1}))
attempt("adds_items", adds_items, {1, 2})
attempt("adds_again", adds_again, {1, 2})
attempt("removes_one", removes_one, {1, 2})
attempt("nothing", adds, {})

# Keys that only the run knows.
n = int(torch.tensor([1.0, 2.0]).sum())
squares = {i: i * i for i in range(n)}
for key, value in squares.items():
    squares[key] = value + 1
for key in squares:
    if key == 1:
        squares[n] = n
        break
print(squares)
try:
    for key in squares:
        squares[key + 10] = 0
    print("done")
except RuntimeError as error:
    print("caught", error)
print(len(squares))


def pairs():
    yield 1
    yield 2


for what in (pairs(), {1, 2}, zip([1], [2]), enumerate([1]), iter([1, 2])):
    try:
        print(list(reversed(what)))
    except TypeError:
        print("no way back")
try:
    reversed(pairs())
except TypeError as error:
    print(error)
try:
    reversed(i for i in range(3))
except TypeError as error:
    print(error)
try:
    reversed({1, 2})
except TypeError as error:
    print(error)
print(list(reversed({1: 2, 3: 4})), list(reversed({1: 2, 3: 4}.items())), list(reversed(range(3))),
      list(reversed("abc")), list(reversed((1, 2))))
try:
    torch.ones(2) @ torch.ones(3)
except RuntimeError as error:
    print(error)

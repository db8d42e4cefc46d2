# Sorted lists of sets, TypeVar, paths as text.
words = ["emma", "ava", "mia"]
chars = sorted(list(set("".join(words))))
print(chars, sorted(tuple({3, 1, 2})), sorted(list("cab")), sorted(list({2: 0, 1: 0})), sorted(list(x for x in [3, 1])))
from typing import TypeVar
V = TypeVar("V", bound=int)
def f(x: V) -> V:
    return x
print(f(3), f("a"))
import os
print(os.path.join("a", "b.pt"), os.path.join("a/", "/c", "d"), os.path.basename("x/y.z"))

# Decorators of classes: functions that get the class, and functools.total_ordering.
import functools
@functools.total_ordering
class V:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
print(V(1) <= V(2), V(3) > V(2), V(2) >= V(2), V(1) < V(0), V(1) > V(1))
@functools.total_ordering
class W:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __ge__(self, o): return self.v >= o.v
print(W(1) <= W(2), W(3) > W(2), W(2) >= W(2), W(1) < W(0))
print(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
REG = {}
def register(name):
    def deco(cls):
        REG[name] = cls
        return cls
    return deco
@register("a")
class A:
    def run(self): return "A.run"
@register("b")
class B(A):
    def run(self): return "B." + super().run()
print(REG["b"]().run(), REG["a"]().run(), sorted(REG))
from enum import Enum, unique
@unique
class Color(Enum):
    RED = 1
print(Color.RED, Color(1).name)
from typing import final
@final
class F(A):
    pass
print(F().run())
def count(cls):
    cls.n = 5
    cls.hello = lambda self: "hi"
    return cls
@count
class G:
    pass
print(G.n, G().n)

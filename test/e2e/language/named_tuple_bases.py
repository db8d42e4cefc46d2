# Classes derived from named tuples.
from collections import namedtuple
import torch.nn as nn

class Bottleneck(namedtuple('Block', ['in_channel', 'depth', 'stride'])):
    '''A named tuple describing a ResNet block.'''

def get_block(in_channel, depth, num_units, stride=2):
    return [Bottleneck(in_channel, depth, stride)] + [Bottleneck(depth, depth, 1) for i in range(num_units - 1)]

class Point(namedtuple("Point", "x y")):
    __slots__ = ()
    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5
    @property
    def both(self):
        return self.x + self.y

for b in get_block(3, 8, 3):
    print(b, b.depth, b[2])
    a, d, s = b
p = Point(3.0, 4.0)
print(p, p.norm(), p.both, p._replace(x=1.0), len(p), p == (3.0, 4.0))
from typing import NamedTuple
class Base(NamedTuple):
    x: int
    y: int = 5
class Derived(Base):
    def total(self):
        return self.x + self.y
d = Derived(3)
print(d, d.total(), Derived._fields, isinstance(d, Base), isinstance(d, tuple), d + (1,))
class Pair(namedtuple("Pair", "a b", defaults=[2])):
    """Doc."""
    kind = "pair"
    def __str__(self):
        return f"<{self.a}, {self.b}>"
q = Pair(1)
print(q, repr(q), q.kind, str(q), f"{q}", [q], q._asdict())

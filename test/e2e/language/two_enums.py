# Members of two enums are never equal.
from enum import Enum


class Foo(Enum):
    A = 1
    B = 2


class Bar(Enum):
    A = 1


print(Foo.A == Bar.A, Foo.A != Bar.A, Foo.A == Foo.A, Foo.A == Foo.B, Foo.A == 1, Foo.A == ("A", 1))
print(Foo.A in [Bar.A], Foo.A in [Foo.A])

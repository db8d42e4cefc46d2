# Rules of patterns: what they compare, bind and raise.
import collections
from dataclasses import dataclass


@dataclass
class P:
    x: int
    y: int = 0


def f(v):
    match v:
        case P(1, x=2):
            return 1
        case _:
            return 2


try:
    print(f(P(1, 2)))
except TypeError as e:
    print(e)


class Nope:
    pass


try:
    match Nope():
        case Nope(1):
            print("x")
except TypeError as e:
    print(e)
try:
    match 3:
        case int(1, 2):
            print("x")
except TypeError as e:
    print(e)
match P(1, 2):
    case P(y=2, x=k):
        print(k)
match {"a": 1, 2: "b", None: 3, True: 4}:
    case {2: v, None: w, True: u, **rest}:
        print(v, w, u, rest)
d = collections.defaultdict(int)
match d:
    case {"k": v}:
        print("bad", v)
    case {}:
        print("empty pattern", len(d))
match "ab":
    case [x, y]:
        print("seq")
    case "ab":
        print("whole")
match "ab":
    case [x, y]:
        print("seq")
    case str(s):
        print(s)
match (1, (2, [3, 4, 5])):
    case [a, [b, [c, *d]]] if b > 5:
        print("no")
    case _:
        print(a, b, c, d)
x = 0
match 5:
    case x if x > 10:
        print("big")
    case 5:
        print("five", x)
match -1.5:
    case -1.5:
        print("neg")
match True:
    case 1:
        print("one matches True")
match 1:
    case True:
        print("no")
    case int():
        print("int")
match range(3):
    case [0, *_, 2]:
        print("range")
match {1, 2}:
    case [*_]:
        print("no")
    case set():
        print("set")


def outer():
    for i in range(6):
        match i:
            case 0 | 1:
                continue
            case 4:
                break
            case n:
                print("n", n)
    else:
        print("else")
    return (i, n)


print(outer())


class A:
    k = 3

    class B:
        z = 4


match 4:
    case A.k:
        print("k")
    case A.B.z:
        print("z")
match (1, 2, 3, 4):
    case [a, *m, b]:
        print(a, m, b, type(m))
match [[1, 2], [3, 4]]:
    case [[a, _], [_, b]] as whole:
        print(a, b, whole)


def g(v):
    match v:
        case [1 | 2 as k, [*xs]]:
            return (k, xs)
        case {"t": "a" | "b" as t, "v": int() | float() as n}:
            return (t, n)
        case str():
            return "text"
        case None:
            return None


print(g((2, [1])), g({"t": "b", "v": 1.5}), g("s"), g(None), g(7))


def h(*args, **kw):
    match (args, kw):
        case [[], {}]:
            return "none"
        case [[a], {"k": k}]:
            return (a, k)
        case [[a, b, *_], _]:
            return a + b


print(h(), h(1, k=2), h(1, 2, 3))
nt = collections.namedtuple("nt", "p q")
match nt(1, 2):
    case nt(p=1, q=z):
        print(z)
lst = [1, 2]
match lst:
    case [lst, other]:
        print(lst, other)


class C:
    match = 1
    case = 2


print(C.match, C.case)

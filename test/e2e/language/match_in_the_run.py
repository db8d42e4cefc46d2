# Statements `match` on what only the run knows: Optionals, lists, dicts and strings of the run, and in its loops.
import torch

n = int(torch.randint(4, 5, ()))


def signed(v):
    match v:
        case int(y) if y > 3:
            return y
        case int(y):
            return -y
        case None:
            return 0


print(signed(n if n > 3 else None), signed(None if n > 3 else n), signed(2 if n > 3 else None))


def ends(xs):
    match xs:
        case []:
            return "none"
        case [a]:
            return f"one {a}"
        case [a, b, *rest] if a > b:
            return f"down {len(rest)}"
        case [a, *rest, 6]:
            return f"up to six {a} {rest}"
        case [a, *_]:
            return f"up {a}"


xs = []
for i in range(n):
    xs.append(i * 2)
print(ends(xs), ends(xs[:1]), ends(xs[::-1]), ends(xs[9:]), ends(xs[:3]))
halves = {}
for i in range(n):
    halves[i] = i * 1.5
match halves:
    case {7: _}:
        print("seven")
    case {3: x, 0: 0.0, **rest}:
        print(x, rest)
    case _:
        print("no")
words = ["go north", "take a lamp", "stop", "look"]
for i in range(n):
    match words[i].split():
        case ["go", where]:
            print("to", where)
        case ["take", *things]:
            print(things)
        case ["stop" | "quit" as word]:
            print("end", word)
        case other:
            print(other)

count, last = 0, ""
for i in range(n * 5):
    match i % 3, i % 2:
        case 0, 0:
            count += 1
        case 0, odd:
            count += 10 * odd
            last = "a"
        case a, b if a == b:
            count += 100
        case _:
            last = "z"
print(count, last)
while True:
    match n:
        case 0:
            break
        case 2:
            n -= 2
            continue
        case _:
            n -= 1
print(n)


def adder(k):
    match k:
        case [a, b]:
            def inner():
                return a + b
            return inner
        case a:
            return lambda: a


print(adder([1, n])(), adder(n + 7)())
match torch.arange(4.0).sum().item():
    case 6.0:
        print("six")
    case float(v):
        print(v)


class Shape:
    def __init__(self, sides):
        self.sides = sides


class Square(Shape):
    pass


def name_of(shape):
    match shape:
        case Square(sides=k):
            return f"square {k}"
        case Shape(sides=4):
            return "four sides"
        case Shape(sides=k):
            return f"{k} sides"


print(name_of(Shape(n + 4)), name_of(Shape(n + 5)), name_of(Square(n)))


# Alternatives of different kinds bind a name.
def alternatives(v):
    match v:
        case {1: 3, 2: x} | [2, x]:
            return x
        case Shape(sides=(Square(sides=x) | Shape(sides=x) | {1: _, 2: x} | [x, 5])):
            return x
        case [[0, x] | {1: 0, 2: x} | [x, 0, _]]:
            return x


print(alternatives({1: n + 3, 2: 7}), alternatives([n + 2, 8]), alternatives([n, 8]))
print(alternatives(Shape(Square(n))), alternatives(Shape({1: n, 2: 6})), alternatives(Shape([n + 4, n + 5])))
print(alternatives([{1: n, 2: 9}]), alternatives([[n, 4]]), alternatives([[4, n, 1]]), alternatives([[4, n + 1, 1]]))

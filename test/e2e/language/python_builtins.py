# Generator expressions, keys, class methods.
xs = [1, 2, 3, 4]
print(any(x > 3 for x in xs), all(x > 0 for x in xs), sum(x * x for x in xs), max(x % 3 for x in xs), min((x - 2) ** 2 for x in xs))
print(sorted(-x for x in xs), list(x + 1 for x in xs), tuple(x for x in xs), ",".join(str(x) for x in xs))
print(dict((x, x * x) for x in xs), [x for x in xs if x % 2 == 0], {x: y for x, y in zip(xs, "abcd")})
print([(x, y) for x in range(2) for y in range(2)], sum([x for x in xs if x > 1 if x < 4]))
print(list(map(lambda v: v * 2, xs)), list(filter(lambda v: v > 2, xs)), list(reversed(xs)), list(zip(xs, xs[1:])), list(enumerate("ab")))
print(sorted(xs, key=lambda v: -v), sorted(["bb", "a"], key=len), max(xs, key=lambda v: v % 3))
class A:
    count = 0
    names = ["x"]
    @staticmethod
    def twice(x):
        return x * 2
    @classmethod
    def make(cls, v):
        a = cls()
        a.v = v
        return a
    @property
    def double(self):
        return self.v * 2
    def __repr__(self):
        return f"A({self.v})"
class B(A):
    count = 5
    def __call__(self, x):
        return self.v + x
a = A.make(3)
b = B.make(4)
print(a, b, A.twice(4), a.twice(5), b.count, A.count, a.double, b(10), [a, b])
print(isinstance(b, A), isinstance(a, B), hasattr(a, "v"), getattr(a, "w", 7), a.names)
setattr(a, "w", 9)
print(a.w, getattr(a, "w"))
print(type(3).__name__, type([1]).__name__, type(2.0).__name__, type("a").__name__, type((1,)).__name__,
      type({}).__name__, type(True).__name__, int.__name__, type(3) == int)

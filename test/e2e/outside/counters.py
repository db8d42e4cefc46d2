# Counters beside dicts and each other: equality, & and |.
# arguments: x y x
# arguments:
import sys
from collections import Counter, OrderedDict, defaultdict
c = Counter("aab")
d = {"a": 2, "b": 1}
print(d == c, c == d, d != c, c != d, OrderedDict(d) == c, c == Counter(d))
w = Counter(sys.argv[1:])
e = {}
for a in sys.argv[1:]:
    e[a] = e.get(a, 0) + 1
print(e == w, w == e, e != w, w != e)
g = defaultdict(int)
g["a"] += 2
g["b"] += 1
print(g == d, d == g, g == c)
z = Counter("ab")
z.subtract("b")
print(z == Counter("a"), z == {"a": 1}, z == {"a": 1, "b": 0}, Counter("a") == z, z)
print(c & Counter("abbc"), c | Counter("abbc"), w & Counter(["x", "z"]), w | Counter(["x", "z"]), c == 3, c != None)
print(dict(w) == w, sorted((w & w).items()) == sorted(w.items()), w == Counter(sys.argv[1:][::-1]))

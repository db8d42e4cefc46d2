# Dicts and sets whose keys are tuples of numbers and texts that only the run knows.
# arguments: a b a b c ab a b ccc
# arguments: q r q r
# arguments: aa bb
import sys
from collections import Counter, defaultdict, namedtuple
words = sys.argv[1:]
pairs = {}
for a, b in zip(words, words[1:]):
    pairs[a, b] = pairs.get((a, b), 0) + 1
print(pairs)
for (a, b), n in sorted(pairs.items(), key=lambda kv: (-kv[1], kv[0])):
    print(a, b, n)
c = Counter(zip(words, words[1:]))
print(c.most_common(2), c[("a", "b")], ("x", "y") in c)
grid = {}
for i, w in enumerate(words):
    grid[(i, len(w))] = w
print(grid, (0, 1) in grid, grid.get((9, 9)), grid.get((0, 1), "none"))
seen = set()
for i in range(len(words)):
    p = (i % 2, len(words[i]))
    if p in seen:
        print("again", p)
    seen.add(p)
print(len(seen), sorted(seen))
groups = defaultdict(list)
for w in words:
    groups[(w[0], len(w))].append(w)
for k in sorted(groups):
    print(k, groups[k])
best = max(pairs, key=pairs.get)
print(best, pairs[best])
print(list(pairs.keys())[0], list(pairs.values()))
del pairs[best]
print(pairs.pop(("zz", "y"), None), len(pairs))
P = namedtuple("P", "x y")
d = {}
for w in words:
    d[P(len(w), w)] = 1.5 * len(w)
for p in d:
    print(p, p.x, d[p])
f = {}
for w in words:
    f[(len(w) / 2, True)] = w
print(f)
e = {k: v + 1 for k, v in pairs.items()}
print(e == pairs, e != pairs, {k: v for k, v in e.items()} == e)
known = {("a", "b"): 1, ("b", "c"): 2}
for a, b in zip(words, words[1:]):
    print(known.get((a, b), 0), end=" ")
print()
try:
    print(pairs["q", "r"])
except KeyError as error:
    print("KeyError", error)
nested = {}
for i, w in enumerate(words):
    nested[((i, w), len(w))] = i
print(nested)
q = [(len(w), w) for w in words]
print(Counter(q).most_common(1))
inv = {v: k for k, v in grid.items()}
print(inv)

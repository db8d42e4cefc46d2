# What a defaultdict is printed as.
# arguments: aa b aa
import sys
from collections import defaultdict, OrderedDict, Counter
d = defaultdict(list)
for w in sys.argv[1:]:
    d[w].append(len(w))
print(d)
print(f"{d}", str(d), [d])
e = defaultdict(int)
for w in sys.argv[1:]:
    e[w] += 1
print(e, {"x": e})
f = defaultdict(lambda: 0)
f["a"] += 1
g = defaultdict(int)
g["a"] += 1
print(g, repr(g))
print(dict(d), dict(e))

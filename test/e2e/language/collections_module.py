# collections: deque, Counter, OrderedDict as an annotation.
from collections import deque, Counter, OrderedDict, defaultdict
import collections
import copy
d = deque(maxlen=3)
for i in range(5):
    d.append(i)
print(d, len(d), d[0], d[-1], list(d), sum(d), 3 in d)
d.appendleft(9); print(d); d.rotate(1); print(d, d.popleft(), d.pop())
q = deque([1, 2, 3]); q.extend([4]); q.extendleft([0, -1]); print(q)
while q:
    print(q.popleft(), end=" ")
print()
c = Counter("hello world")
print(c, c["l"], c["z"], c.most_common(2), len(c))
c.update("lll"); print(c.most_common(1))
print(sorted(c.items()), sum(c.values()))
w = Counter(["a", "b", "a"]); print(w + Counter(a=1), w - Counter(b=5), isinstance(w, dict))
for k, v in w.items(): print(k, v)
for k in w: print(k)
def f(x: OrderedDict[str, int], y: "OrderedDict[str, int]" = None) -> int:
    z: OrderedDict[str, int] = OrderedDict()
    z["a"] = 1
    return x["a"] + z["a"]
print(f(OrderedDict([("a", 2)])))
g = defaultdict(list); g["x"].append(1); print(dict(g))
o = copy.deepcopy({"a": [1, 2]}); print(o)

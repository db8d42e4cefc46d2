# Classes that are derived from dict and list.

class AttrDict(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self
h = AttrDict({"width": 3}, depth=2)
h.x = 5
h["y"] = 6
print(h.width, h.depth, h["x"], h.y, len(h), list(h), h, sorted(h.items()), "x" in h, h.get("q", 1))
class Dot(dict):
    def __getattr__(self, k): return self[k]
    def __setattr__(self, k, v): self[k] = v
    def __delattr__(self, k): del self[k]
d = Dot(a=1)
d.b = 2
print(d, d.a + d.b, isinstance(d, dict), hasattr(d, "a"))
del d.a
print(d)
class E(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__
e = E()
e.v = 3
print(e.v, e.nothing, e)
for k, v in e.items(): print(k, v)
print({**e}, dict(e), e.copy(), e == {"v": 3})
class Cnt(dict):
    def __missing__(self, k): return 0
c = Cnt()
c["a"] += 1
print(c["a"], c["b"], c)
class O(dict):
    def __setitem__(self, k, v):
        super().__setitem__(k, v + 1)
o = O()
o["a"] = 1
o.update(b=5)
print(o, o.pop("a"), o.setdefault("z", 3), o)

class Stack(list):
    def push(self, x): self.append(x)
    def top(self): return self[-1]
s = Stack([1, 2])
s.push(3)
print(s, s.top(), len(s), isinstance(s, list), [x for x in s], sum(s), s[0:2], s + [4], 2 in s, s == [1, 2, 3], sorted(s), max(s))
class Named(list):
    def __init__(self, name, *a):
        super().__init__(*a)
        self.name = name
n = Named("q", (1, 2))
n.append(5)
n.extend([6])
n[0] = 9
print(n, n.name, n.index(5), n.pop(), list(n), tuple(n))
class Empty(dict): pass
e = Empty()
e["a"] = 1
print(e, e["a"])

# Copies have items of their own.
import copy
from collections import defaultdict
class CopiedDict(dict): pass
d = CopiedDict(a=[1]); e = copy.copy(d); e["a"].append(2); e["b"] = 1; print(d, e, type(e).__name__)
class CopiedList(list): pass
q = CopiedList([1]); r = copy.copy(q); r.append(2); print(q, r)
class Stats(defaultdict):
    def __init__(self): super().__init__(list)
    def add(self, **kw):
        for k, v in kw.items(): self[k].append(v)
    def mean(self): return {k: sum(v) / len(v) for k, v in self.items()}
s = Stats(); s.add(a=1, b=2); s.add(a=3); print(s.mean(), dict(s))

# The oldest item goes first.
from collections import OrderedDict
class Recent(OrderedDict):
    def __init__(self, most): super().__init__(); self.most = most
    def put(self, key, value):
        self[key] = value
        if len(self) > self.most: self.popitem(last=False)
recent = Recent(2)
for i, key in enumerate("abc"): recent.put(key, i)
print(list(recent.items()), recent.popitem(), len(recent))

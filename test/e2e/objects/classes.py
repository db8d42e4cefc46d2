# Bases, abstract methods, members, text and comparisons of classes.
import copy
import functools
from abc import ABC, ABCMeta, abstractmethod
from collections import OrderedDict
from types import SimpleNamespace
from typing import Protocol, Generic, TypeVar, NamedTuple

T = TypeVar("T")
class P(Protocol):
    def area(self) -> float: ...
class Sq:
    def __init__(self, a): self.a = a
    def area(self): return self.a ** 2
class Base(ABC):
    @abstractmethod
    def f(self): pass
    @property
    @abstractmethod
    def g(self): ...
class D(Base):
    def f(self): return 1
    @property
    def g(self): return 2
class M(metaclass=ABCMeta):
    @abstractmethod
    def f(self): pass
class N(M):
    def f(self): return super().f()
class Box(Generic[T]):
    def __init__(self, v: T): self.v = v
    def get(self) -> T: return self.v
class Both(Base, Generic[T]):
    f = lambda self: 3
    g = 4
print(Sq(2).area(), D().f(), D().g, N().f(), Box(3).get(), Box[int](4).get(), Both().f())
print(issubclass(D, Base), issubclass(Sq, Base), issubclass(D, (Sq, ABC)), issubclass(bool, int), isinstance(D(), ABC))
try:
    Base()
except TypeError as e:
    print("TE", e)
class Obj(object):
    __slots__ = ("a", "b")
    def __init__(self):
        self.a = 1
o = Obj()
print(o.a, hasattr(o, "b"))
print(id(o) == id(o), id(o) == id(Obj()))

class L:
    def __init__(self): self.d = {}
    def __contains__(self, k): return k in self.d
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __bool__(self): return True
    def __repr__(self): return f"L({self.d})"
    def __eq__(self, o): return self.d == o.d
    def __hash__(self): return 1
    def __call__(self, x): return x
    def __add__(self, o): return self.d | o.d
    def keys(self): return self.d.keys()
l = L()
l["a"] = 1
l["b"] = 2
del l["a"]
print("b" in l, "a" in l, len(l), list(l), l["b"], bool(l), l, l == l, l(3), dict(l), {**l})
class Temp:
    def __init__(self): self._c = 0
    @property
    def c(self): return self._c
    @c.setter
    def c(self, v): self._c = v * 2
    @c.deleter
    def c(self): self._c = -1
t = Temp()
t.c = 3
print(t.c)
del t.c
print(t.c)
class Old:
    def __getitem__(self, i):
        if i >= 3: raise IndexError
        return i * 10
print(list(Old()), [v for v in Old()], 20 in Old())

class A:
    n = 0
    def __init__(self):
        A.n += 1
        type(self).n += 1
        self.__class__.n += 1
    def __str__(self): return "A!"
    def __format__(self, s): return "fmt" + s
    def __lt__(self, o): return True
    def __len__(self): return 3
    def __index__(self): return 2
    def __int__(self): return 4
    def __float__(self): return 0.5
    def __neg__(self): return "neg"
    def __abs__(self): return "abs"
    def __getitem__(self, k): return k
    def __enter__(self): return 1
    def __exit__(self, *a): return None
a = A()
print(A.n, str(a), f"{a:x}", a < a, len(a), [1, 2, 3][a], int(a), float(a), -a, abs(a), a["x", 2])
print(A.__name__, A.__doc__, a.__class__ is A, type(a).__name__, callable(A), callable(a), A.__module__)
print(getattr(A, "n"), getattr(a, "zz", None), hasattr(A, "__init__"), isinstance(A, type), isinstance(a, object))
print(vars(a), a.__dict__)
class Config:
    lr = 0.1
    layers = [1, 2]
    def __repr__(self): return "cfg"
c = Config
print(c.lr, c.layers[1], Config().layers is Config.layers)
print(a == a, a != a, a is a, a in [a])
class V:
    def __init__(self, **kw): self.__dict__.update(kw)
    def __eq__(self, o): return self.__dict__ == o.__dict__
print(V(a=1).a, V(a=1) == V(a=1), V(a=1) != V(a=2))
d = copy.copy(V(a=[1]))
e = copy.deepcopy(d)
e.a.append(2)
print(d.a, e.a)

class C:
    """Doc of C."""
    count = 0
    def __init__(self):
        self.__secret = 3
        C.count += 1
    def get(self): return self.__secret
    def __private(self): return 5
    def call(self): return self.__private()
c = C()
print(c.get(), c.call(), hasattr(c, "__secret"), c._C__secret, C.__doc__, C.count)
print(sorted(vars(c)))
class Cmp:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
    def __hash__(self): return hash(self.v)
    def __repr__(self): return f"Cmp({self.v})"
print(sorted([Cmp(3), Cmp(1), Cmp(2)]), max(Cmp(1), Cmp(5)), min([Cmp(4), Cmp(2)]), Cmp(1) == Cmp(1), Cmp(1) in [Cmp(1)], Cmp(2) > Cmp(1))
@functools.total_ordering
class T:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
print(T(1) <= T(2), T(3) > T(2), T(1) >= T(2))

class A:
    def __init__(self, **kw):
        for k, v in kw.items():
            setattr(self, k, v)
    def __repr__(self):
        return "A(" + ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items()) + ")"
    def update(self, **kw):
        self.__dict__.update(kw)
        return self
print(A(x=1, y="b"), A(q=1).update(z=2))
class NS:
    def __init__(self, d):
        for a, b in d.items():
            if isinstance(b, (list, tuple)):
                setattr(self, a, [NS(x) if isinstance(x, dict) else x for x in b])
            else:
                setattr(self, a, NS(b) if isinstance(b, dict) else b)
n = NS({"a": 1, "b": {"c": 2}, "d": [{"e": 3}, 4]})
print(n.a, n.b.c, n.d[0].e, n.d[1])
class Cfg(dict):
    def __init__(self, d=None, **kw):
        super().__init__()
        for k, v in {**(d or {}), **kw}.items():
            self[k] = Cfg(v) if isinstance(v, dict) else v
    def __getattr__(self, k):
        try:
            return self[k]
        except KeyError:
            raise AttributeError(k)
    def __setattr__(self, k, v): self[k] = v
c = Cfg({"m": {"w": 3}}, lr=0.1)
c.n = 5
print(c.m.w, c.lr, c["n"], hasattr(c, "zz"), c.get("lr"), list(c.keys()))
def f(m, lr, n): return lr * n
print(f(**c))
s = SimpleNamespace(a=1, b=2)
s.c = 3
print(s.a + s.c)
class OD(OrderedDict):
    def first(self): return next(iter(self.items()))
o = OD()
o["z"] = 1
o["a"] = 2
print(o.first(), list(o), len(o))

class AverageMeter:
    def __init__(self, name, fmt=":f"):
        self.name = name
        self.fmt = fmt
        self.reset()
    def reset(self):
        self.val = 0
        self.avg = 0
        self.sum = 0
        self.count = 0
    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count
    def __str__(self):
        fmtstr = "{name} {val" + self.fmt + "} ({avg" + self.fmt + "})"
        return fmtstr.format(**self.__dict__)
m = AverageMeter("Loss", ":.2e")
for i in range(3):
    m.update(i * 0.5, 2)
print(m)
print(m.__dict__, vars(m) == m.__dict__, sorted(vars(m).keys()))
for k, v in m.__dict__.items():
    print(k, v)
def f(**kw): return sorted(kw)
print(f(**vars(m)), len(vars(m)), list(m.__dict__), {**m.__dict__}, dict(m.__dict__))
m.__dict__.update({"z": 3})
m.__dict__["w"] = 4
print(m.z, m.w, m.__dict__.get("w"), "w" in m.__dict__)

# Protocols whose members are looked up, and slots.
from typing import runtime_checkable
@runtime_checkable
class Closable(Protocol):
    def close(self): ...
@runtime_checkable
class Named(Protocol):
    name: str
class Closing:
    def close(self): return "closed"
class WithName:
    def __init__(self): self.name = "g"
for x in (Closing(), WithName(), 3, "s"):
    print(isinstance(x, Closable), isinstance(x, Named))
print(issubclass(Closing, Closable))

class Slotted:
    __slots__ = ["x", "_y"]
    def __init__(self, x, y): self.x = x; self._y = y
    @property
    def y(self): return self._y
    @y.setter
    def y(self, v): self._y = v
class MoreSlots(Slotted):
    __slots__ = ("z",)
class Unslotted(Slotted): pass
p = Slotted(1, 2); p.y = 5; print(p.y, p.x)
q = MoreSlots(1, 2); q.z = 3; print(q.z)
try: q.w = 1
except AttributeError as e: print(e)
r = Unslotted(1, 2); r.w = 4; print(r.w, hasattr(p, "__dict__"), hasattr(r, "__dict__"))
class OneSlot:
    __slots__ = "only"
s = OneSlot(); s.only = 1
try: s.o = 3
except AttributeError: print("no o")
try: print(OneSlot().only)
except AttributeError as e: print(e)

# Copies that a class makes itself.
class Copied:
    def __init__(self, x): self.x = x; self.l = [x]
    def __copy__(self):
        new = type(self).__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.tag = "copied"
        return new
    def clone(self): return copy.copy(self)
a = Copied(1); b = a.clone()
print(b.x, b.tag, b.l is a.l, hasattr(a, "tag"))
class DeeplyCopied(Copied):
    def __deepcopy__(self, memo):
        cls = self.__class__
        r = cls.__new__(cls)
        memo[id(self)] = r
        for k, v in self.__dict__.items(): setattr(r, k, copy.deepcopy(v, memo))
        return r
c = DeeplyCopied([1, 2]); d = copy.deepcopy(c)
d.x.append(3); print(c.x, d.x, type(d).__name__)

# Slices as values.
class Window:
    def __init__(self, d): self.d = d
    def __getitem__(self, k):
        if isinstance(k, slice): return Window(self.d[k])
        if isinstance(k, tuple): return [self.d[i] for i in k]
        return self.d[k]
    def __len__(self): return len(self.d)
    def rng(self, k): return k.indices(len(self)), k.start, k.stop, k.step
w = Window(list(range(6)))
print(w[1:3].d, w[::2].d, w[0, 2], w[-1], w.rng(slice(1, None)), w.rng(slice(None, -1, 2)))
print(list(range(*slice(4).indices(6))))

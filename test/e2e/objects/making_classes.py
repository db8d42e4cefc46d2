# What happens where a class or an object is made: hooks, decorators, descriptors, metaclasses, __new__.
from enum import Enum

class Reg:
    items = {}
    def __init_subclass__(cls, name=None, **kw):
        super().__init_subclass__(**kw)
        Reg.items[name or cls.__name__] = cls
class A(Reg): pass
class B(Reg, name="bee"): pass
print(sorted(Reg.items))
print(Reg.items["bee"]().__class__.__name__)
def deco(c):
    c.extra = 1
    return c
registry = {}
def register(name):
    def inner(c):
        registry[name] = c
        return c
    return inner
@register("k")
@deco
class K:
    def f(self): return self.extra
print(registry["k"]().f(), K.extra)
class F:
    def __getattr__(self, name):
        if name.startswith("x"):
            return name * 2
        raise AttributeError(name)
f = F()
f.a = 1
print(f.a, f.xy, hasattr(f, "b"), getattr(f, "c", 0))
class G:
    def __init__(self, inner): self.inner = inner
    def __getattr__(self, name): return getattr(self.inner, name)
g = G([1, 2])
g.append(3)
print(g.inner)
class S:
    def __init__(self): object.__setattr__(self, "d", {})
    def __setattr__(self, k, v): self.d[k] = v
    def __getattr__(self, k): return self.d[k]
s = S()
s.q = 4
print(s.q, s.d)

# descriptors, cached_property, __set_name__
class Typed:
    def __init__(self, kind): self.kind = kind
    def __set_name__(self, owner, name): self.name = "_" + name
    def __get__(self, obj, owner=None):
        if obj is None: return self
        return getattr(obj, self.name)
    def __set__(self, obj, value):
        if not isinstance(value, self.kind): raise TypeError(f"{self.name} must be {self.kind.__name__}")
        setattr(obj, self.name, value)
class P:
    x = Typed(int)
    y = Typed(float)
    def __init__(self, x, y): self.x, self.y = x, y
p = P(1, 2.0)
print(p.x, p.y, P.x.name)
try:
    p.x = "a"
except TypeError as e:
    print(e)

class Color(Enum):
    RED = 1
    BLUE = 2
    @property
    def nice(self): return self.name.lower()
    @classmethod
    def default(cls): return cls.RED
    def __str__(self): return f"<{self.name}>"
print(Color.RED.nice, Color.default(), str(Color.BLUE), [c.value for c in Color], Color(2).name, Color["RED"].value, len(Color), Color.RED in Color, isinstance(Color.RED, Color))
class Sing(type):
    _instances = {}
    def __call__(cls, *args, **kwargs):
        if cls not in cls._instances:
            cls._instances[cls] = super().__call__(*args, **kwargs)
        return cls._instances[cls]
class Db(metaclass=Sing):
    def __init__(self, v=0): self.v = v
print(Db(1) is Db(2), Db().v)
class Auto(type):
    reg = []
    def __init__(cls, name, bases, attrs):
        super().__init__(name, bases, attrs)
        Auto.reg.append(name)
    def hello(cls): return "hello " + cls.__name__
class X1(metaclass=Auto): pass
class X2(X1): pass
print(Auto.reg, X2.hello())

class Single:
    _inst = None
    def __new__(cls, *a, **k):
        if cls._inst is None:
            cls._inst = super().__new__(cls)
        return cls._inst
    def __init__(self, v=1): self.v = v
a = Single(2)
b = Single(3)
print(a is b, a.v)
class Pt:
    def __new__(cls, x):
        o = object.__new__(cls)
        o.x = x
        return o
    def __init__(self, x): self.y = x + 1
p = Pt(1)
print(p.x, p.y)
class Meta(type):
    def __call__(cls, *a):
        print("meta", cls.__name__)
        return super().__call__(*a)
class Z(metaclass=Meta):
    def __init__(self, a): self.a = a
print(Z(3).a)

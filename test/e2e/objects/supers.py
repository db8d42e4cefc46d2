# super() in every form.
import torch
from torch import nn

class A:
    def __init__(self): 
        print("A")
        super().__init__()
    def who(self): return "A"
    @classmethod
    def make(cls): return cls()
    @staticmethod
    def st(x): return x + 1
class B(A):
    def __init__(self):
        print("B")
        super(B, self).__init__()
    def who(self): return "B" + super(B, self).who()
    @classmethod
    def make(cls):
        print(cls.__name__)
        return super(B, cls).make()
class C(A):
    def __init__(self):
        print("C")
        super().__init__()
    def who(self):
        s = super()
        return "C" + s.who()
class D(B, C):
    def who(self):
        sup = super(D, self)
        return "D" + sup.who() + B.who(self)
d = D.make()
print(d.who(), [k.__name__ for k in D.__mro__], D.__bases__ == (B, C), D.__name__, d.__class__.__name__, type(d) is D, D.st(3), d.st(4))
print(isinstance(d, C), issubclass(D, A), d.__class__.__mro__[1].__name__)

class A(nn.Module):
    def __init__(self, k):
        super(A, self).__init__()
        self.k = k
    def forward(self, x): return x * self.k
class B(A):
    def __init__(self): super(B, self).__init__(k=2)
    def forward(self, x):
        s = super()
        f = super().forward
        return s.forward(x) + f(x) + super(B, self).forward(x) + super(type(self), self).forward(x)
print(B()(torch.ones(2)))
class M1:
    def hi(self): return "m1"
class M2:
    def hi(self): return "m2" + super().hi()
class X(M2, M1):
    @property
    def hey(self): return super().hi()
    def comp(self): return [super(X, self).hi() for _ in range(2)]
    def inner(self):
        def g(): return super(X, self).hi()
        return g()
print(X().hey, X().comp(), X().inner())
class W(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        self.a = 1
print(W().a, super(X, X()).hi())
class CM:
    @classmethod
    def c(cls, v): return cls.__name__ + v
class CN(CM):
    @classmethod
    def c(cls, v): return super().c(v + "!")
print(CN.c("a"), CN().c("b"))
class PP:
    @property
    def v(self): return 1
class PQ(PP):
    @property
    def v(self): return super().v + 1
print(PQ().v)

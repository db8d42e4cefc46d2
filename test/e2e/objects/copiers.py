# What copy.deepcopy asks an object for, which its __getattr__ may answer.
import copy
class A(dict):
    def __getattr__(self, k):
        return self[k]
a = A(x=[1], y=2)
try:
    b = copy.deepcopy(a)
    print("copied", b)
except KeyError as error:
    print("KeyError", error)
class B(dict):
    def __getattr__(self, k):
        try:
            return self[k]
        except KeyError:
            raise AttributeError(k)
b = B(x=[1], y=2)
c = copy.deepcopy(b)
c.x.append(3)
print(b, c, c.y)
class C:
    def __init__(self, v):
        self.v = v
    def __deepcopy__(self, memo):
        return C(self.v + ["deep"])
    def __getattr__(self, k):
        raise AttributeError(k)
d = copy.deepcopy({"k": C([1])})
print(d["k"].v)
class D(dict):
    __getattr__ = dict.get
e = copy.deepcopy(D(z=[1]))
print(e, e.z)

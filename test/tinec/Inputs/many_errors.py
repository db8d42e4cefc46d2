import torch
from typing import List

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Linear(4, 4)
        self.b = torch.nn.Conv9d(4, 4)
        self.c = torch.nn.Lineer(4, 4)

    def forward(self, x):
        y = self.a(x)
        z = self.b(y)
        w = self.d(z)
        if x.sum() > 0:
            q = torch.nosuch(x)
        else:
            q = undefined_thing
        for i in range(3):
            y = y + i.foo
        v = q + 1
        try:
            y = y + 1
        except ValueError:
            pass
        return y + z

def f(x):
    t = x.nomethod()
    return t + 1

m = torch.jit.script(Net())
x = torch.rand(2, 4)
print(m(x))
k = f(x)
print(k)
class A:
    def __init__(self):
        self.x = 1
        self.y: List[int] = nothing
    def g(self):
        return self.z
a = A()
print(a.y)
print(a.g())
print(torch.zeros(2, 3) @ torch.zeros(2, 3))
for i in nothing_here:
    print(i.x)
    print(bad_name)

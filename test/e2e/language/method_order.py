# Methods are found in Python's order of method resolution, and super() goes
# on in the order of the object's class.
import torch


class A:
    kind = "a"

    def name(self):
        return "A"

    def chain(self):
        return "A"


class B(A):
    def chain(self):
        return "B" + super().chain()


class C(A):
    kind = "c"

    def name(self):
        return "C"

    def chain(self):
        return "C" + super().chain()


class D(B, C):
    def chain(self):
        return "D" + super().chain()


class E(C, B):
    pass


print(D().name(), D().kind, D().chain())
print(E().name(), E().kind, E().chain(), B().chain())
print(isinstance(D(), C), isinstance(D(), A), isinstance(B(), C))


class Scaled(torch.nn.Module):
    def forward(self, x):
        return x * 2


class Shifted(torch.nn.Module):
    def forward(self, x):
        return x + 1


class Left(Scaled):
    def forward(self, x):
        return super().forward(x) - 3


class Both(Left, Shifted, Scaled):
    pass


class Around(Shifted, Left):
    def forward(self, x):
        return super().forward(x) * 10


print(Both()(torch.ones(2)), Around()(torch.ones(2)))

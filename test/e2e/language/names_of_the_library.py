# Classes of the program that have the names of classes which the library tells
# from others.
from dataclasses import dataclass, fields


class Module:
    def __init__(self, x):
        self.x = x

    def __call__(self, y):
        return self.x + y


class ScriptModule(Module):
    def forward(self, y):
        return "not called"


class Optimizer:
    def step(self):
        return "step of Optimizer"


class ParameterwiseOptimizer(Optimizer):
    def _prepare_all(self):
        raise RuntimeError("not called")


class InitVar:
    def __class_getitem__(cls, item):
        return cls


class KW_ONLY:
    pass


class Field:
    def __init__(self, default):
        self.default = default


@dataclass
class Data:
    a: InitVar
    _: KW_ONLY
    b: InitVar = 3
    c: int = 4


class _Caught:
    kind = "own"

    def __repr__(self):
        return "_Caught()"


class _ErrorType:
    __name__ = "ValueError"


class ndarray:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)


class frozenset:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)


class Iterator:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class _GeneratorContextManager:
    def __enter__(self):
        print("enter")
        return 5

    def __exit__(self, kind, value, traceback):
        print("exit", kind is ValueError)
        return True


class suppress:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False


class ModuleDict(dict):
    pass


module = ScriptModule(2)
print(module(3), module.forward(3), isinstance(module, Module))

optimizer = ParameterwiseOptimizer()
for i in range(2):
    print(i, optimizer.step())

data = Data(1, 2)
print([f.name for f in fields(data)], data.a, data._, data.b, data.c)

try:
    print(isinstance(_Caught(), Exception), _Caught(), _Caught.kind)
    raise KeyError("k")
except KeyError as error:
    print(type(error).__name__, isinstance(error, _Caught), _ErrorType() == type(error))

print(len(ndarray([1, 2])), [i for i in frozenset([3, 1, 2])])
print(list(reversed(Iterator([1, 2, 3]))), Iterator([4])[0])

with _GeneratorContextManager() as five:
    print(five)
    raise ValueError("handled by __exit__")

with suppress():
    print("inside")

try:
    with suppress():
        raise ValueError("goes on")
except ValueError as error:
    print(error)

print(list(ModuleDict(a=1).keys()))

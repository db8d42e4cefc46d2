# Classes of TorchScript: methods, attributes that change, operators, objects in
# functions, static methods, properties.
from typing import Dict, List

import torch


@torch.jit.script
class Account(object):
    def __init__(self, owner: str, balance: float):
        self.owner = owner
        self.balance = balance
        self.history: List[float] = []

    def deposit(self, amount: float) -> float:
        self.balance += amount
        self.history.append(amount)
        return self.balance

    def describe(self) -> str:
        return self.owner + ":" + str(self.balance) + ":" + str(len(self.history))

    @property
    def rich(self) -> bool:
        return self.balance > 100.0

    @staticmethod
    def fee(x: float) -> float:
        return x * 0.5


@torch.jit.script
class Vec:
    def __init__(self, t: torch.Tensor):
        self.t = t

    def __add__(self, other: "Vec") -> "Vec":
        return Vec(self.t + other.t)

    def norm(self) -> float:
        return float((self.t * self.t).sum().item())


@torch.jit.script
class Running:
    def __init__(self):
        self.total = torch.zeros(2)
        self.seen: Dict[int, int] = {}

    def add(self, x: torch.Tensor, key: int):
        self.total = self.total + x
        if key in self.seen:
            self.seen[key] += 1
        else:
            self.seen[key] = 1


@torch.jit.script
def bank(n: int) -> str:
    a = Account("ann", 10.0)
    b = a
    for i in range(n):
        a.deposit(float(i) * 25.0)
    print(b.balance, a.rich, a.history, Account.fee(8.0))
    if n > 2:
        b.balance = 1.0
    return a.describe()


@torch.jit.script
def vectors(x: torch.Tensor):
    v = Vec(x) + Vec(x * 2)
    print(v.norm())
    r = Running()
    for i in range(5):
        r.add(x * i, i % 2)
    print(r.total.sum().item(), r.seen)


print(bank(4))
print(bank(2))
vectors(torch.ones(2))


class Plain:
    count = 3

    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        return i * self.count

    def __call__(self, x):
        return x + self.n

    def __repr__(self):
        return f"Plain({self.n})"

    def __eq__(self, other):
        return self.n == other.n


p = Plain(4)
print(p, len(p), p[2], p(10), p == Plain(4), p == Plain(5), Plain.count, isinstance(p, Plain), [p])

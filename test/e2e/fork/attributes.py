# Tasks that change the attributes of objects and modules.
import torch
from torch import Tensor, nn

@torch.jit.script
class Counter:
    def __init__(self, n: int):
        self.n = n
    def add(self, k: int) -> int:
        self.n += k
        return self.n

def bump(c: Counter, k: int) -> int:
    return c.add(k)


@torch.jit.script
def objects(k: int) -> int:
    c = Counter(3)
    f = torch.jit.fork(bump, c, k)
    r = torch.jit.wait(f)
    g = torch.jit.fork(c.add, 10)
    r2 = torch.jit.wait(g)
    return c.n + r * 100 + r2 * 10000

print(objects(4))

class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.register_buffer("acc", torch.zeros(2))
    def forward(self, x: Tensor) -> Tensor:
        self.calls += 1
        self.acc += x
        return x * self.calls

class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = A()
    def forward(self, x: Tensor) -> Tensor:
        y = torch.jit.wait(torch.jit.fork(self.a, x))
        z = torch.jit.wait(torch.jit.fork(self.a, x))
        return y + z

b = torch.jit.script(B())
print(b(torch.ones(2)))
print(b(torch.ones(2)))
print(b.a.calls, b.a.acc)
from typing import List, Dict
from torch.jit import Future

class M(nn.Module):
    fs: List[Future[Tensor]]
    d: Dict[str, Future[Tensor]]
    def __init__(self):
        super().__init__()
        self.fs = []
        self.d = {}
    def work(self, x: Tensor) -> Tensor:
        return x * 2
    def forward(self, x: Tensor) -> Tensor:
        self.fs.append(torch.jit.fork(self.work, x))
        self.d["a"] = torch.jit.fork(self.work, x + 1)
        return torch.jit.wait(self.fs[-1]) + torch.jit.wait(self.d["a"])

m = torch.jit.script(M())
print(m(torch.ones(2)))
print(m(torch.ones(2)))

# Interfaces, and futures of their methods.
import torch
from torch import nn, Tensor
@torch.jit.interface
class Op(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        pass
class Add(nn.Module):
    def __init__(self, k: float):
        super().__init__()
        self.k = k
    def forward(self, x: Tensor) -> Tensor:
        return x + self.k
class Mul(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x * 2
class Net(nn.Module):
    op: Op
    def __init__(self, op):
        super().__init__()
        self.op = op
        self.ops = nn.ModuleList([Add(1.), Mul()])
    def forward(self, x: Tensor, i: int) -> Tensor:
        f = torch.jit.fork(self.op.forward, x)
        o: Op = self.ops[i]
        return f.wait() + o.forward(x)
n = torch.jit.script(Net(Add(2.0)))
print(n(torch.ones(2), 0), n(torch.ones(2), 1))

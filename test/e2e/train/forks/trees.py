# Derivatives of nested forks.
import torch, torch.nn as nn
from typing import List
torch.manual_seed(3)
class Tree(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def leaf(self, x: torch.Tensor, k: int) -> torch.Tensor:
        return torch.tanh(self.l(x) * float(k + 1))
    def node(self, x: torch.Tensor, k: int) -> torch.Tensor:
        a = torch.jit.fork(self.leaf, x, k)
        b = torch.jit.fork(self.leaf, x * 2, k + 1)
        return torch.jit.wait(a) * torch.jit.wait(b)
    def forward(self, x: torch.Tensor, n: int) -> torch.Tensor:
        fs = [torch.jit.fork(self.node, x, i) for i in range(3)]
        s = torch.zeros_like(x)
        for f in fs:
            s = s + torch.jit.wait(f)
        total = s
        for i in range(n):
            f = torch.jit.fork(self.leaf, total, i)
            total = total + torch.jit.wait(f)
        return total.sum()
m = torch.jit.script(Tree())
x = torch.randn(2, 3, requires_grad=True)
l = m(x, 3)
l.backward()
print(l.item(), x.grad, m.l.weight.grad)

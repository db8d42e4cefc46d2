# Derivatives of as many forks as data says.
import torch, torch.nn as nn
from typing import List
torch.manual_seed(3)
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
    def forward(self, x: torch.Tensor, n: int) -> torch.Tensor:
        fs: List[torch.jit.Future[torch.Tensor]] = []
        for i in range(n):
            fs.append(torch.jit.fork(self.l, x * float(i)))
        s = torch.zeros_like(x)
        for f in fs:
            s = s + torch.tanh(torch.jit.wait(f))
        return s.sum()
m = torch.jit.script(M())
x = torch.randn(2, 3, requires_grad=True)
n = int(x.size(0)) + int(torch.ones(1).item())
l = m(x, n)
l.backward()
print(l.item(), x.grad, m.l.weight.grad)

# torch.no_grad() as a decorator; static methods of modules.
import torch
from torch import nn
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
    @staticmethod
    def act(x):
        return torch.relu(x)
    @torch.no_grad()
    def infer(self, x):
        return self.l(x)
    def forward(self, x):
        return self.act(self.l(x))
torch.manual_seed(0)
m = M()
x = torch.ones(1, 2)
print(m(x))
print(m.infer(x))
@torch.no_grad()
def g(m, x):
    return m(x) + 1
print(g(m, x))
with torch.no_grad():
    print(m(x))
s = torch.jit.script(m)
print(s(x))
with torch.no_grad():
    print(s(x))

# torch.jit.ScriptModule with script_method, and torch.jit.Attribute.
from typing import Dict, Optional

import torch
import torch.nn as nn


class C(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = torch.jit.Attribute(3, int)
        self.d = torch.jit.Attribute({}, Dict[str, int])
        self.o = torch.jit.Attribute(None, Optional[int])
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.d["a"] = self.n
        print(self.n, self.d)
        return x


c = torch.jit.script(C())
c(torch.ones(1))
print(c.d, c.n)


class E(torch.jit.ScriptModule):
    def __init__(self, n: int):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
        self.lin = nn.Linear(2, 2)
        with torch.no_grad():
            self.lin.weight.fill_(1.0)
            self.lin.bias.zero_()
        self.seq = nn.Sequential(C())
        self.k = n
    @torch.jit.script_method
    def forward(self, x):
        print(self.k / 2, torch.jit.is_scripting())
        self.k += 1
        return self.seq(self.lin(x) * self.helper(x))
    @torch.jit.script_method
    def helper(self, x):
        return self.w + x


e = E(3)
print(e(torch.ones(2)).tolist(), e.k)
print(list(e.state_dict().keys()), [n for n, p in e.named_parameters()])


class W(nn.Module):
    def __init__(self):
        super().__init__()
        self.e = E(1)
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.e(x)


w = torch.jit.script(W())
w(torch.ones(2))

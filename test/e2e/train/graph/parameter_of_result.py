# A Parameter that is made of what was computed from another one, in a forward pass too.
import torch
import torch.nn as nn

p = nn.Parameter(torch.ones(3))
q = nn.Parameter(torch.softmax(p, -1))
(q[0] * 2 + q[1]).backward()
print(q.grad, p.grad, q.is_leaf)
r = nn.Parameter(p * 2, requires_grad=False)
print(r, r.requires_grad)


class Mixed(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.arange(3.0))

    def forward(self, x):
        self.p = nn.Parameter(torch.softmax(self.p, -1))
        return self.p[0] * x + self.p[1] * x * x + self.p[2]


m = Mixed()
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = m(x)
y.sum().backward()
print(y, m.p.grad, x.grad, [name for name, _ in m.named_parameters()])
y = m(x)
y.sum().backward()
print(y, m.p.grad, x.grad, m.p)

# A gradient is an operand in a run in which there is none.
import torch
from torch import nn

torch.manual_seed(0)
a = nn.Linear(3, 3)
b = nn.Linear(3, 1)
x = torch.ones(4, 3)
for step in range(20):
    a.weight.grad = None
    h = x
    use = int(torch.randint(0, 2, (1,)).item())
    for k in range(use):
        h = a(h)
    b(h).sum().backward()
    print(use, (2 * a.weight.grad).sum().item() != 0)

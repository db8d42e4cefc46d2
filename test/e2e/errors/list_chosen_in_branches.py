# expect: COMPILE ERROR 20 requires
# Of two lists that nested branches choose, one has elements of a leaf.
import torch
torch.manual_seed(0)
w = torch.ones(2, requires_grad=True)
n = int(torch.randint(2, 4, (1,)))
a = []
b = []
for i in range(n):
    a.append(torch.ones(2) * i)
    b.append(w * i)
x = torch.rand(1).item()
if x > 0.1:
    if x < 0.7:
        c = a
    else:
        c = b
else:
    c = a
print(c[0])
